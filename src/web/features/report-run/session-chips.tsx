import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { ALL_SESSIONS, type RunSearch } from './run-search.ts';
import type { FilterChip } from './session-labels.ts';

interface SessionChipsProps {
  chips: readonly FilterChip[];
  onSearch: (change: Partial<RunSearch>) => void;
}

/** The filters of the list of sessions; pressing one removes it. */
export function SessionChips({ chips, onSearch }: SessionChipsProps) {
  if (chips.length === 0) return null;
  return (
    <Box
      component="fieldset"
      aria-label="Filters"
      sx={{
        border: 0,
        m: 0,
        p: 0,
        minWidth: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.75,
        alignItems: 'center',
      }}
    >
      {chips.map(({ label, clear }) => (
        <ButtonBase
          key={label}
          aria-label={`Remove the filter ${label}`}
          onClick={() => onSearch(Object.fromEntries(clear.map((name) => [name, undefined])))}
          sx={{
            minHeight: 28,
            px: 1.25,
            gap: 0.75,
            borderRadius: 1,
            border: 1,
            borderColor: 'primary.main',
            color: 'primary.main',
            fontSize: '0.8125rem',
            fontWeight: 600,
            textAlign: 'left',
          }}
        >
          {label}
          <CloseIcon sx={{ fontSize: 15 }} />
        </ButtonBase>
      ))}
      <Button color="inherit" onClick={() => onSearch(ALL_SESSIONS)}>
        Show all sessions
      </Button>
    </Box>
  );
}
