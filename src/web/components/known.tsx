import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useContext, type ReactNode } from 'react';
import { capital } from '../../lib/sentence.ts';
import { AsOf, type ShownRead } from './as-of.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Live } from './live.tsx';
import { OffboardedContext, ReadBlock, type PendingRead, type ReadBlockProps } from './read.tsx';
import { RelativeTimeText } from './time-text.tsx';

/** A list that is read page after page. */
interface ListState {
  state: 'reading' | 'complete' | 'partial';
  error: unknown;
  looped: boolean;
  asOf: string | null;
  fetching: boolean;
  resume: () => void;
  refresh: () => void;
}

/** How old an answer is that is not the Service's of now. */
interface StaleNote {
  /** When it was read, ISO 8601. */
  readAt: string;
  /** Whether something was sent since that changed it, or may have. */
  beforeChange: boolean;
}

/** What an answer of the Service comes with. */
interface AnswerNote {
  leftOut: string | null;
  stale: StaleNote | null;
}

/** What the Service answered; until it does, and if it fails, what it said last. */
export interface Known<Value> {
  /** Undefined while nothing is known: that differs from "none". */
  value: Value | undefined;
  /** The age of what the Service said last; null: it answered now, or nothing is known. */
  stale: StaleNote | null;
  /** What the Service's answer left out, in a sentence; null: nothing. */
  leftOut: string | null;
  /** The read of the Service, to repeat it, and why it failed. */
  live: PendingRead;
  /** The same for `AsOf`. */
  shown: ShownRead;
  /** The progress of a list, absent for a single answer. */
  list?: ListState;
}

/** What is stale of a value. */
const staleOf = (value: unknown, { stale }: AnswerNote) => (value === undefined ? null : stale);

/** A single answer. */
export function knownAnswer<Value>(
  live: Extract<ShownRead, PendingRead> & { data: Value | undefined },
  note: AnswerNote,
): Known<Value> {
  const { data: value } = live;
  return { value, stale: staleOf(value, note), leftOut: note.leftOut, live, shown: live };
}

/** A list read page after page. @param rows undefined before the first page */
export function knownList<Row>(
  list: ListState,
  rows: readonly Row[] | undefined,
  note: AnswerNote,
): Known<readonly Row[]> & { list: ListState } {
  const live = { error: list.error, isFetching: list.fetching, refetch: list.resume };
  const stale = staleOf(rows, note);
  return { value: rows, stale, leftOut: note.leftOut, live, shown: list, list };
}

/** Whether all of it is known, so that an empty list means "none". */
export const isWhole = ({ list, leftOut }: Known<unknown>) =>
  leftOut === null && (list === undefined || list.state === 'complete');

/** Beside a title: how old the value is. @param what absent: only if the Service did not answer now */
export function KnownAge({ known, what }: { known: Known<unknown>; what?: string }) {
  const { value, stale, live, shown } = known;
  if (stale !== null) return <StaleAge stale={stale} read={live} />;
  return value === undefined || what === undefined ? null : <AsOf read={shown} what={what} />;
}

/** The age of what the Service said last, and that it is being asked. */
function StaleAge({ stale, read }: { stale: StaleNote; read: PendingRead }) {
  const { readAt, beforeChange } = stale;
  const isAmber = beforeChange || read.error !== null;
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        columnGap: 0.5,
        // This line disappears once the Service answers: it must not wrap, or the page would jump.
        whiteSpace: 'nowrap',
        fontSize: '0.8125rem',
        color: isAmber ? 'var(--mui-palette-status-amber)' : 'text.secondary',
      }}
    >
      <span>
        as of <RelativeTimeText instant={readAt} />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          , from the console’s store
        </Box>
        {beforeChange && ', before the last change'}
      </span>
      {read.isFetching && (
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          · reading now
        </Box>
      )}
    </Box>
  );
}

interface KnownReadProps<Value> extends Omit<ReadBlockProps, 'read'> {
  known: Known<Value>;
  /** How much of a list was read: "3 places"; absent: its progress is not shown. */
  count?: (value: Value) => string;
  children: (value: Value) => ReactNode;
}

/** The value, below what is to be said of it: left out, read in part, or said last because of a failure. */
export function KnownRead<Value>({ known, count, children, ...props }: KnownReadProps<Value>) {
  const { value, stale, leftOut, live, list } = known;
  const { what } = props;
  if (value === undefined) return <ReadBlock read={live} {...props} />;
  return (
    <>
      {leftOut !== null && (
        <Typography variant="body2" sx={{ mb: 1.5, color: 'var(--mui-palette-status-amber)' }}>
          {leftOut}
        </Typography>
      )}
      {stale !== null && <StaleReason read={live} what={what} />}
      {stale === null && list !== undefined && count !== undefined && (
        <ReadingState list={list} read={count(value)} what={what} />
      )}
      {children(value)}
    </>
  );
}

/** Why the Service did not answer. Empty if it was not asked yet, or offboarded the Entity. */
function StaleReason({ read, what }: { read: PendingRead; what: string }) {
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
        <Typography variant="body2">Below is what the Service said last.</Typography>
      </ErrorPanel>
    </Box>
  );
}

interface ReadingStateProps {
  list: ListState;
  /** What has been read so far, with its count: "200 requests". */
  read: string;
  /** What is read, for accessible names: "the Offboarding Requests". */
  what: string;
}

/** Progress of reading a list, and why reading stopped early. */
function ReadingState({ list, read, what }: ReadingStateProps) {
  const { state, error, looped, fetching, resume } = list;
  if (state === 'complete') return null;
  if (state === 'reading') {
    return (
      <Live>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {read} read so far…
        </Typography>
        <LinearProgress aria-label={`Reading ${what}`} sx={{ height: 3 }} />
      </Live>
    );
  }
  if (looped) {
    return (
      <Box role="alert" sx={{ color: 'var(--mui-palette-status-amber)' }}>
        The Service returned the same page twice, so reading stopped. The {read} below may be
        incomplete.
      </Box>
    );
  }
  return (
    <ErrorPanel what="Reading stopped early" error={error} onRetry={resume} retrying={fetching}>
      <Typography variant="body2">
        The {read} read so far are kept and shown; the counts below are partial.
      </Typography>
    </ErrorPanel>
  );
}

const GONE = 'This Entity is offboarded: the Service no longer knows it, so it cannot be changed.';

/**
 * Why changes to an Entity are not offered, in words; null if they are.
 * @param denial why this operator may not make them, or null
 */
export function useChangeObstacle(denial: string | null): string | null {
  return useContext(OffboardedContext) ? GONE : denial;
}
