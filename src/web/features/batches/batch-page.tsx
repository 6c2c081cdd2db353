import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { batchKeys, batchQuery, refreshBatch } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { startCheck } from '../../api/resolutions.ts';
import { usePermission } from '../../api/session.ts';
import type { BatchSearch } from './batch-search.ts';
import { BatchRetry } from './batch-retry.tsx';
import { BatchSweeps } from './batch-sweeps.tsx';
import { BatchView } from './batch-view.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { SweepButton } from './sweep-button.tsx';

interface BatchPageProps {
  batchId: string;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** A batch and what became of it on each Entity; its changes come with the live updates. */
export function BatchPage({ batchId, search, onSearch }: BatchPageProps) {
  const client = useQueryClient();
  const live = useLive();
  const { data, error, isFetching } = useQuery(batchQuery(batchId));
  const refreshing = useMutation({
    mutationFn: () => refreshBatch(batchId),
    onSettled: () => client.invalidateQueries({ queryKey: batchKeys.detail(batchId) }),
  });
  const checking = useMutation({
    mutationFn: () => startCheck(batchId),
    onSuccess: () => client.invalidateQueries({ queryKey: batchKeys.detail(batchId) }),
  });
  const dispatch = usePermission('dispatch');
  const batch = data?.batch;
  const row =
    search.command === undefined
      ? undefined
      : data?.rows.find(({ commandId }) => commandId === search.command);
  return (
    <>
      <BatchView
        batchId={batchId}
        data={data}
        error={error ?? (live.mode === 'stale' ? live.error : refreshing.error)}
        fetching={isFetching || refreshing.isPending}
        live={live.mode}
        onRefresh={() => refreshing.mutate()}
        search={search}
        onSearch={onSearch}
        check={{
          start: () => checking.mutate(),
          starting: checking.isPending,
          error: checking.error,
          denial: dispatch.reason,
        }}
        renderSweepButton={(scope) =>
          batch === undefined ? null : <SweepButton batch={batch} scope={scope} />
        }
        sweeps={<BatchSweeps batchId={batchId} />}
        retry={batch === undefined ? null : <BatchRetry batch={batch} onSearch={onSearch} />}
      />
      {row !== undefined && (
        <CommandDialog
          batchId={batchId}
          row={row}
          onClose={() => onSearch({ command: undefined })}
        />
      )}
    </>
  );
}
