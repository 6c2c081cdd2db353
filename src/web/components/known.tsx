import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AsOf, type ShownRead } from './as-of.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Live } from './live.tsx';
import { ReadBlock, type PendingRead } from './read-block.tsx';
import { PartlyRead, StoredAsOf, StoredFailure, type StoredAge } from './stored-read.tsx';

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

/** What the Service answered; until it does, and if it fails, what the console's store has. */
export interface Known<Value> {
  /** Undefined while nothing is known: that differs from "none". */
  value: Value | undefined;
  /** The age of a value from the console's store; null: the Service answered, or nothing is known. */
  stored: StoredAge | null;
  /** What the Service's answer left out, in a sentence; null: nothing. */
  leftOut: string | null;
  /** The read of the Service, to repeat it and to tell its age. */
  live: PendingRead;
  shown: ShownRead;
  /** The progress of a list, absent for a single answer. */
  list?: ListState;
}

/** What the console's store has, and how old that is; null: never read. */
export interface StoredValue<Value> {
  value: Value;
  age: StoredAge;
}

/** A single answer, or what is stored of it. */
export function knownAnswer<Value>(
  live: Extract<ShownRead, PendingRead> & { data: Value | undefined },
  stored: StoredValue<Value> | null,
  leftOut: string | null = null,
): Known<Value> {
  const isStored = live.data === undefined && stored !== null;
  const value = live.data ?? stored?.value;
  return { value, stored: isStored ? stored.age : null, leftOut, live, shown: live };
}

/** A list read page after page, or what is stored of it. @param rows undefined before the first page */
export function knownList<Row, Age extends StoredAge = StoredAge>(
  list: ListState,
  rows: readonly Row[] | undefined,
  stored: { value: readonly Row[]; age: Age } | null,
  leftOut: string | null,
): Known<readonly Row[]> & { stored: Age | null; list: ListState } {
  return {
    value: rows ?? stored?.value,
    stored: rows === undefined && stored !== null ? stored.age : null,
    leftOut,
    live: { error: list.error, isFetching: list.fetching, refetch: list.resume },
    shown: list,
    list,
  };
}

/** Whether all of it is known, so that an empty list means "none". */
export const isWhole = ({ stored, list }: Known<unknown>) =>
  stored !== null || list === undefined || list.state === 'complete';

/** Beside a title: how old the value is. @param what absent: only if it is from the console's store */
export function KnownAge({ known, what }: { known: Known<unknown>; what?: string }) {
  const { value, stored, live, shown } = known;
  if (stored !== null) return <StoredAsOf stored={stored} read={live} />;
  return value === undefined || what === undefined ? null : <AsOf read={shown} what={what} />;
}

interface KnownReadProps<Value> {
  known: Known<Value>;
  /** What is read, with its article: "the features". */
  what: string;
  /** The shape of what is read: rows of a table, or a block of this height in px. */
  rows?: number;
  height?: number;
  /** How much of a list was read: "3 places"; absent: its progress is not shown. */
  count?: (value: Value) => string;
  children: (value: Value) => ReactNode;
}

/** The value, below what is to be said of it: left out, read in part, or stored because of a failure. */
export function KnownRead<Value>({ known, count, children, ...props }: KnownReadProps<Value>) {
  const { value, stored, leftOut, live, list } = known;
  const { what } = props;
  if (value === undefined) return <ReadBlock read={live} {...props} />;
  return (
    <>
      {stored === null ? (
        <PartlyRead message={leftOut} />
      ) : (
        <StoredFailure read={live} what={what} />
      )}
      {stored === null && list !== undefined && count !== undefined && (
        <ReadingState {...list} onResume={list.resume} read={count(value)} what={what} />
      )}
      {children(value)}
    </>
  );
}

interface ReadingStateProps {
  state: 'reading' | 'complete' | 'partial';
  error: unknown;
  looped: boolean;
  fetching: boolean;
  onResume: () => void;
  /** What has been read so far, with its count: "200 requests". */
  read: string;
  /** What is read, for accessible names: "the Offboarding Requests". */
  what: string;
}

/** Progress of reading a list, and why reading stopped early. */
function ReadingState(props: ReadingStateProps) {
  const { state, error, looped, fetching, onResume, read, what } = props;
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
    <ErrorPanel what="Reading stopped early" error={error} onRetry={onResume} retrying={fetching}>
      <Typography variant="body2">
        The {read} read so far are kept and shown; the counts below are partial.
      </Typography>
    </ErrorPanel>
  );
}
