import { useQuery } from '@tanstack/react-query';
import { batchesQuery } from '../../api/batches.ts';
import { BatchesView } from './batches-view.tsx';

/** Activity: the newest batches of everyone. */
export function BatchesPage() {
  const batches = useQuery(batchesQuery());
  return (
    <BatchesView
      data={batches.data}
      error={batches.error}
      fetching={batches.isFetching}
      onRefresh={() => void batches.refetch()}
    />
  );
}
