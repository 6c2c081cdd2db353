import type { ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { capital } from '../../lib/sentence.ts';
import { ReadBlock, type PendingRead, type ReadBlockProps } from './read-block.tsx';

interface ReadProps<Data> extends Omit<ReadBlockProps, 'read'> {
  query: PendingRead & { data: Data | undefined };
  children: (data: Data) => ReactNode;
}

/** What was read. Before that its shape, or why it failed; above what is kept, why it could not be read again. */
export function Read<Data>({ query, children, ...block }: ReadProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined) return <ReadBlock read={query} {...block} />;
  return (
    <>
      {error !== null && error !== undefined && (
        <ErrorPanel
          what={`${capital(block.what)} could not be read again`}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {children(data)}
    </>
  );
}
