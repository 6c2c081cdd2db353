import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../components/page-header.tsx';
import type { BulkSearch } from './bulk-search.ts';
import { NewRun } from './new-bulk-run.tsx';
import { RunsTable } from './bulk-runs-table.tsx';

interface BulkPageProps {
  search: BulkSearch;
  onSearch: (change: Partial<BulkSearch>) => void;
}

/** Changes many Entities at once, and lists earlier changes. */
export function BulkPage({ search, onSearch }: BulkPageProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Bulk changes">
        A feature on or off, or battery capacities, for many Entities: each with its own result.
      </PageHeader>
      <NewRun
        search={search}
        onSearch={onSearch}
        onBegun={(runId) => void navigate({ to: '/bulk/$runId', params: { runId } })}
      />
      <RunsTable />
    </>
  );
}
