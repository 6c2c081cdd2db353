import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import type { Filter } from './filter.tsx';

interface FilterPanelProps {
  filters: readonly Filter[];
  /** Clears all filters; absent if none is on. */
  onClear: (() => void) | undefined;
}

/** All filters by name, with the values of the one that is open. */
export function FilterPanel({ filters, onClear }: FilterPanelProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      {filters.map(({ key, label, any, value, editor, onSwitch }) =>
        editor === null ? (
          <FormControlLabel
            key={key}
            label={label}
            labelPlacement="start"
            checked={value !== null}
            onChange={(_event, checked) => onSwitch(checked)}
            control={<Checkbox />}
            sx={{ m: 0, pl: 1, justifyContent: 'space-between' }}
          />
        ) : (
          <div key={key}>
            <Button
              fullWidth
              color="inherit"
              aria-expanded={open === key}
              endIcon={<ExpandMoreIcon />}
              onClick={() => setOpen(open === key ? null : key)}
              sx={{ px: 1, gap: 0.5, justifyContent: 'flex-start', fontWeight: 400 }}
            >
              <span>{label}: </span>
              <Box
                component="span"
                sx={{
                  ml: 'auto',
                  pl: 2,
                  color: value === null ? 'text.secondary' : 'primary.main',
                  fontWeight: value === null ? 400 : 600,
                }}
              >
                {value ?? any}
              </Box>
            </Button>
            {open === key && <Box sx={{ p: 1 }}>{editor}</Box>}
          </div>
        ),
      )}
      {onClear !== undefined && (
        <Button color="inherit" data-closes="" onClick={onClear}>
          Clear all filters
        </Button>
      )}
    </>
  );
}
