import { useQuery, useQueryClient } from '@tanstack/react-query';
import { batchQuery } from '../../api/batches.ts';
import type { BatchSearch } from './batch-search.ts';
import { BatchView } from './batch-view.tsx';

interface BatchPageProps {
  batchId: string;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** A batch and what became of it on each Entity; read again until nothing can change. */
export function BatchPage({ batchId, search, onSearch }: BatchPageProps) {
  const client = useQueryClient();
  const batch = useQuery(batchQuery(batchId));
  return (
    <BatchView
      batchId={batchId}
      data={batch.data}
      error={batch.error}
      fetching={batch.isFetching}
      onRefresh={() => void client.refetchQueries({ queryKey: batchQuery(batchId).queryKey })}
      search={search}
      onSearch={onSearch}
    />
  );
}
