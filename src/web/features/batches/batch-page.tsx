import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { RESOLUTION_ROUTES } from '../../../contract/console/resolution-routes.ts';
import { batchQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import type { BatchSearch } from './batch-search.ts';
import { BatchRetry } from './batch-retry.tsx';
import { BatchSweeps } from './batch-sweeps.tsx';
import { BatchView } from './batch-view.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { SweepButton } from './sweep-button.tsx';

interface BatchPageProps {
  dispatchId: string;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** A batch with its outcome for each Entity, kept current by live updates. */
export function BatchPage({ dispatchId, search, onSearch }: BatchPageProps) {
  const live = useLive();
  const { data, error, isFetching } = useQuery(batchQuery(dispatchId));
  const refreshing = useMutation(mutation(BATCH_ROUTES.refreshBatch));
  const checking = useMutation(mutation(RESOLUTION_ROUTES.resolve));
  const dispatch = usePermission('dispatch');
  const asked = { params: { id: dispatchId } };
  const batch = data?.batch;
  // Brands are in the directory; a batch has types only.
  const collective = useQuery(
    query(
      DIRECTORY_ROUTES.collective,
      batch === undefined ? null : { params: { id: batch.collectiveId } },
    ),
  );
  const entities = collective.data?.entities;
  const brands = useMemo(
    () => entities && new Map(entities.map(({ id, brand }) => [id, brand])),
    [entities],
  );
  const row =
    search.command === undefined
      ? undefined
      : data?.rows.find(({ commandId }) => commandId === search.command);
  return (
    <>
      <BatchView
        dispatchId={dispatchId}
        data={data}
        error={error ?? (live.mode === 'stale' ? live.error : refreshing.error)}
        fetching={isFetching || refreshing.isPending}
        live={live.mode}
        onRefresh={() => refreshing.mutate(asked)}
        search={search}
        onSearch={onSearch}
        brands={brands}
        readingBrands={collective.isPending}
        check={{
          start: () => checking.mutate(asked),
          starting: checking.isPending,
          error: checking.error,
          denial: dispatch.reason,
        }}
        renderSweepButton={(scope) =>
          batch === undefined ? null : <SweepButton batch={batch} scope={scope} />
        }
        sweeps={<BatchSweeps dispatchId={dispatchId} />}
        renderRetry={(failures) =>
          batch === undefined ? null : (
            <BatchRetry batch={batch} failures={failures} onSearch={onSearch} />
          )
        }
      />
      {row !== undefined && (
        <CommandDialog
          dispatchId={dispatchId}
          row={row}
          onClose={() => onSearch({ command: undefined })}
        />
      )}
    </>
  );
}
