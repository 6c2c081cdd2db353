import type { ReactNode } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { BlockSkeleton } from '../../../components/skeletons.tsx';

const CHART_HEIGHT = 240;

interface DrawnProps {
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };
  what: string;
  children: ReactNode;
}

/** A chart, or its reading or error state. */
export function Drawn({ query, what, children }: DrawnProps) {
  if (query.error !== null && query.error !== undefined) {
    return (
      <div>
        <ErrorPanel
          what={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
        {children}
      </div>
    );
  }
  return query.data === undefined ? <BlockSkeleton height={CHART_HEIGHT} what={what} /> : children;
}
