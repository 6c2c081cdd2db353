import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '../api/errors.ts';
import { ClockText } from './time-text.tsx';

interface AsOfProps {
  /** When what is shown was read, ISO 8601. */
  asOf: string | null;
  /** Why the last refresh failed, where it did; what is shown is then older than it should be. */
  error: unknown;
  refreshing: boolean;
  onRefresh: () => void;
  /** What is refreshed, for the button's name. */
  what: string;
}

/** "as of 14:02:31 · Refresh", and why not newer where a refresh failed. */
export function AsOf({ asOf, error, refreshing, onRefresh, what }: AsOfProps) {
  const stale = error !== null && error !== undefined;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 0.5,
        color: 'text.secondary',
        fontSize: '0.8125rem',
      }}
    >
      {stale && (
        <Box component="output" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          Could not refresh since <ClockText instant={asOf} />: {errorText(error).title}
        </Box>
      )}
      {!stale && (
        <span>
          as of <ClockText instant={asOf} />
        </span>
      )}
      <Button
        size="small"
        color="inherit"
        startIcon={<RefreshIcon />}
        onClick={onRefresh}
        aria-disabled={refreshing}
        aria-label={`Refresh ${what}`}
        sx={{ minHeight: 28, fontSize: '0.8125rem', fontWeight: 500 }}
      >
        {refreshing ? 'Refreshing' : 'Refresh'}
      </Button>
    </Box>
  );
}
