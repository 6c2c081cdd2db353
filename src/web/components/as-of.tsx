import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '../api/errors.ts';
import { Hint } from './hint.tsx';
import { ClockText } from './time-text.tsx';

interface AsOfProps {
  /** When the data shown was read, ISO 8601. */
  asOf: string | null;
  /** Why the last refresh failed, if it did; the data shown is then stale. */
  error: unknown;
  refreshing: boolean;
  onRefresh: () => void;
  /** What is refreshed, for the button's accessible name. */
  what: string;
  /** How this block updates automatically; absent if it does not. */
  live?: 'starting' | 'live' | 'polling' | 'stale';
}

/** How a block is kept fresh: short label and explanation. */
const LIVE_LABELS = {
  live: ['live', 'Changes are shown as soon as the console sees them.'],
  polling: ['every few seconds', 'No live connection here; the console polls for changes.'],
} as const;

/** "as of 14:02:31 · Refresh", and the reason if a refresh failed. */
export function AsOf({ asOf, error, refreshing, onRefresh, what, live }: AsOfProps) {
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
      {!stale && (live === 'live' || live === 'polling') && (
        <Hint text={LIVE_LABELS[live][1]}>· {LIVE_LABELS[live][0]}</Hint>
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
