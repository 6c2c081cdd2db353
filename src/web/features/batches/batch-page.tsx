import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { batchQuery, refreshBatchMutation } from '../../api/batches.ts';
import { collectiveQuery } from '../../api/directory.ts';
import { useLive } from '../../api/live-state.ts';
import { startCheckMutation } from '../../api/resolutions.ts';
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
  const client = useQueryClient();
  const live = useLive();
  const { data, error, isFetching } = useQuery(batchQuery(dispatchId));
  const refreshing = useMutation(refreshBatchMutation(client, dispatchId));
  const checking = useMutation(startCheckMutation(client, dispatchId));
  const dispatch = usePermission('dispatch');
  const batch = data?.batch;
  // Brands are in the directory; a batch has types only.
  const collective = useQuery({
    ...collectiveQuery(batch?.collectiveId ?? ''),
    enabled: batch !== undefined,
  });
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
        onRefresh={() => refreshing.mutate()}
        search={search}
        onSearch={onSearch}
        brands={brands}
        readingBrands={collective.isPending}
        check={{
          start: () => checking.mutate(),
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
