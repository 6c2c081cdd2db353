import type { ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { capital } from '../../lib/sentence.ts';
import { ReadBlock, type PendingRead } from './read-block.tsx';

interface ReadProps<Data> {
  query: PendingRead & { data: Data | undefined };
  /** What is read, with its article: "the saved definitions". */
  what: string;
  /** The shape of what is read: rows of a table, or a block of this height in px. */
  rows?: number;
  height?: number;
  children: (data: Data) => ReactNode;
}

/** What was read. Before that its shape, or why it failed; above what is kept, why it could not be read again. */
export function Read<Data>({ query, what, rows, height, children }: ReadProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined) {
    return (
      <ReadBlock
        read={query}
        what={what}
        {...(rows === undefined ? {} : { rows })}
        {...(height === undefined ? {} : { height })}
      />
    );
  }
  return (
    <>
      {error !== null && error !== undefined && (
        <ErrorPanel
          what={`${capital(what)} could not be read again`}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {children(data)}
    </>
  );
}
