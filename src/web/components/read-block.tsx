import { ErrorPanel } from './error-panel.tsx';
import { BlockSkeleton, RowsSkeleton } from './skeletons.tsx';
import { capital } from '../../lib/sentence.ts';

/** The state of a query without data. */
export interface PendingRead {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ReadBlockProps {
  read: PendingRead;
  /** What is read, with its article: "the saved definitions". */
  what: string;
  /** Its shape: rows of a table, or a block of this height in px. */
  rows?: number;
  height?: number;
}

/** Replaces content that is being read or could not be read. */
export function ReadBlock({ read, what, rows, height }: ReadBlockProps) {
  if (read.error === null || read.error === undefined) {
    return height === undefined ? (
      <RowsSkeleton what={what} {...(rows === undefined ? {} : { rows })} />
    ) : (
      <BlockSkeleton what={what} height={height} />
    );
  }
  return (
    <ErrorPanel
      what={`${capital(what)} could not be read`}
      error={read.error}
      onRetry={() => void read.refetch()}
      retrying={read.isFetching}
    />
  );
}
