import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { createContext, useContext, type ReactNode } from 'react';
import { capital } from '../../lib/sentence.ts';
import { ROW_HEIGHT } from '../theme/theme.ts';
import { cardStyle } from './card.tsx';
import { ErrorPanel } from './error-panel.tsx';

/** Whether the content belongs to an offboarded Entity: a refusal by the Service is then not an error. */
export const OffboardedContext = createContext(false);

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
      <ErrorPanel
        what={`${capital(block.what)} could not be read again`}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
      {children(data)}
    </>
  );
}

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
  const isOffboarded = useContext(OffboardedContext);
  if (read.error === null || read.error === undefined) {
    return height === undefined ? (
      <RowsSkeleton what={what} {...(rows === undefined ? {} : { rows })} />
    ) : (
      <BlockSkeleton what={what} height={height} />
    );
  }
  if (isOffboarded) {
    return <p>Nothing is kept of {what}, and the Service no longer knows this Entity.</p>;
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

/** Placeholder for rows that are being read, and announced as such. */
export function RowsSkeleton({ rows = 8, what }: { rows?: number; what: string }) {
  return (
    <Box
      component="output"
      aria-label={`Reading ${what}`}
      sx={{ ...cardStyle, display: 'block', '& > :last-child': { borderBottom: 0 } }}
    >
      {Array.from({ length: rows }, (_, at) => (
        <Box
          key={at}
          sx={{
            height: ROW_HEIGHT,
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            px: 1.75,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Skeleton width={`${26 + ((at * 7) % 14)}%`} />
          <Skeleton width="12%" />
          <Skeleton width="10%" sx={{ ml: 'auto' }} />
        </Box>
      ))}
    </Box>
  );
}

/** Placeholder for a block that is being read, such as a chart. */
export function BlockSkeleton({ height, what }: { height: number | string; what: string }) {
  return (
    <Box component="output" aria-label={`Reading ${what}`} sx={{ display: 'block' }}>
      <Skeleton variant="rounded" height={height} />
    </Box>
  );
}
