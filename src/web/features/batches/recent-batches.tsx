import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { batchesQuery } from '../../api/batches.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { BatchesTable } from './batches-table.tsx';

/** Batches shown on a Collective's page. */
const RECENT = 5;

/** The latest batches of a Collective. */
export function RecentBatches({ collectiveId }: { collectiveId: string }) {
  const batches = useQuery(batchesQuery(collectiveId, RECENT));
  if (batches.data === undefined) {
    return batches.error === null ? (
      <RowsSkeleton rows={2} what="the recent batches" />
    ) : (
      <ErrorPanel
        what="The recent batches could not be read"
        error={batches.error}
        onRetry={() => void batches.refetch()}
        retrying={batches.isFetching}
      />
    );
  }
  if (batches.data.batches.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        Nothing has been sent to this Collective from this console.
      </Typography>
    );
  }
  return <BatchesTable batches={batches.data.batches} withCollective={false} />;
}
