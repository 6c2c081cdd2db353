import type { BatchList } from '../../../contract/console/batch.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { BatchesTable } from './batches-table.tsx';

interface BatchesViewProps {
  data: BatchList | undefined;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
}

/** The list of batches in each of its states. */
export function BatchesView({ data, error, fetching, onRefresh }: BatchesViewProps) {
  return (
    <>
      <PageHeader
        title="Activity"
        actions={
          data !== undefined && (
            <AsOf
              asOf={data.asOf}
              error={error}
              refreshing={fetching}
              onRefresh={onRefresh}
              what="the batches"
            />
          )
        }
      >
        <span>What was sent to Collectives, newest first</span>
      </PageHeader>
      {data === undefined && error === null && <RowsSkeleton what="the batches" />}
      {data === undefined && error !== null && (
        <ErrorPanel
          what="The batches could not be read"
          error={error}
          onRetry={onRefresh}
          retrying={fetching}
        />
      )}
      {data !== undefined && data.batches.length === 0 && (
        <EmptyState title="Nothing has been sent from this console yet.">
          <span>
            Open a <AppLink to="/collectives">Collective</AppLink> and press Dispatch; each batch
            then keeps its record here.
          </span>
        </EmptyState>
      )}
      {data !== undefined && data.batches.length > 0 && (
        <BatchesTable batches={data.batches} withCollective />
      )}
    </>
  );
}
