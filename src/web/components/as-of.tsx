import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { errorText } from '../api/errors.ts';
import { Hint } from './hint.tsx';
import { ClockText } from './time-text.tsx';

/** A list read page by page to its end, or a view's given read. */
interface GivenRead {
  /** When the data shown was read, ISO 8601. */
  asOf: string | null;
  error: unknown;
  fetching: boolean;
  /** A partly read list shows its own state. */
  state?: 'reading' | 'complete' | 'partial';
}

/** A query, as the cache holds it. */
interface QueryRead {
  data: unknown;
  dataUpdatedAt: number;
  error: unknown;
  isFetching: boolean;
  isFetchNextPageError?: boolean;
  refetch: () => unknown;
}

/** Data that is shown and can be read again. */
export type ShownRead = QueryRead | (GivenRead & { refresh: () => void });

interface AsOfProps {
  /** Several are as old as the oldest, and refreshed together. */
  read: ShownRead | readonly ShownRead[];
  /** What is refreshed, for the button's accessible name. */
  what: string;
  /** How this block updates automatically; absent if it does not. */
  live?: 'starting' | 'live' | 'polling' | 'stale' | undefined;
}

/** The console's server reports when it answered; for proxied answers the time of arrival counts. */
const Stamped = z.object({ asOf: z.string() });
const StampedPages = z.object({ pages: z.tuple([Stamped]).rest(z.unknown()) });

function stampOf({ data, dataUpdatedAt }: QueryRead): string | null {
  if (data === undefined) return null;
  const one = Stamped.safeParse(data).data;
  const pages = StampedPages.safeParse(data).data?.pages;
  return one?.asOf ?? pages?.[0].asOf ?? isoInstant(dataUpdatedAt);
}

/** Common shape of both. `error`: why the last refresh failed; the data shown is then stale. */
function ageOf(read: ShownRead) {
  if ('refetch' in read) {
    return {
      asOf: stampOf(read),
      error: read.isFetchNextPageError === true ? null : read.error,
      refreshing: read.isFetching,
      onRefresh: () => void read.refetch(),
    };
  }
  return {
    asOf: read.asOf,
    error: read.state === undefined || read.state === 'complete' ? read.error : null,
    refreshing: read.fetching,
    onRefresh: read.refresh,
  };
}

/** How a block is kept fresh: short label and explanation. */
const LIVE_LABELS = {
  live: ['live', 'Changes are shown as soon as the console sees them.'],
  polling: ['every few seconds', 'No live connection here; the console polls for changes.'],
} as const;

/** "as of 14:02:31" with its refresh, and the reason if a refresh failed. */
export function AsOf({ read, what, live }: AsOfProps) {
  const ages = [read].flat().map(ageOf);
  const [asOf = null] = ages.flatMap((age) => age.asOf ?? []).toSorted();
  const error = ages.find((age) => age.error !== null && age.error !== undefined)?.error ?? null;
  const refreshing = ages.some((age) => age.refreshing);
  const stale = error !== null;
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
      <Tooltip title={refreshing ? 'Refreshing' : 'Refresh'}>
        <IconButton
          color="inherit"
          onClick={() => {
            for (const { onRefresh } of ages) onRefresh();
          }}
          aria-disabled={refreshing}
          aria-label={`${refreshing ? 'Refreshing' : 'Refresh'} ${what}`}
        >
          <RefreshIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
