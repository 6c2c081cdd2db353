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
        Turn a feature on or off, or set battery capacities, for many Entities.
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
