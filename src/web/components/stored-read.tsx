import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useContext } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { OffboardedContext } from './offboarded-context.ts';
import type { PendingRead } from './read-block.tsx';
import { RelativeTimeText } from './time-text.tsx';
import { capital } from '../../lib/sentence.ts';

/** How old a value from the console's store is. */
export interface StoredAge {
  /** When it was last read in full, ISO 8601; null: not known for all parts. */
  readAt: string | null;
  /** Stale: older than the policy allows. Partly, failed: result of a later attempt. */
  state: 'never' | 'fresh' | 'stale' | 'partly' | 'failed';
}

interface StoredReadProps {
  stored: StoredAge;
  /** The live read that replaces it. */
  read: Pick<PendingRead, 'error' | 'isFetching'>;
}

/** Shown beside the title of stored data: its age, and that the Service is being asked. */
export function StoredAsOf({ stored: { readAt, state }, read }: StoredReadProps) {
  const note = {
    stale: ', stale',
    failed: ', stale',
    partly: ', partly read',
    fresh: '',
    never: '',
  }[state];
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        columnGap: 0.5,
        // This line disappears once the Service answers: it must not wrap, or the page would jump.
        whiteSpace: 'nowrap',
        fontSize: '0.8125rem',
        color: note !== '' ? 'var(--mui-palette-status-amber)' : 'text.secondary',
      }}
    >
      {readAt === null ? (
        `from the console’s store${note}`
      ) : (
        <span>
          as of <RelativeTimeText instant={readAt} />
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            , from the console’s store
          </Box>
          {note}
        </span>
      )}
      {read.isFetching && (
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          · reading now
        </Box>
      )}
    </Box>
  );
}

interface StoredFailureProps {
  read: PendingRead;
  /** What was read, with its article: "the features". */
  what: string;
}

/**
 * Shown above stored data: why the Service did not answer. Empty if it did, has not yet, or offboarded the
 * Entity.
 */
export function StoredFailure({ read, what }: StoredFailureProps) {
  const isOffboarded = useContext(OffboardedContext);
  if (isOffboarded || read.error === null || read.error === undefined) return null;
  return (
    <Box sx={{ mb: 1.5 }}>
      <ErrorPanel
        what={`${capital(what)} could not be read now`}
        error={read.error}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
      >
        <Typography variant="body2">Below is what the console’s store has.</Typography>
      </ErrorPanel>
    </Box>
  );
}

/** Shown above live data: which items were left out. Empty if none. */
export function PartlyRead({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Typography variant="body2" sx={{ mb: 1.5, color: 'var(--mui-palette-status-amber)' }}>
      {message}
    </Typography>
  );
}
