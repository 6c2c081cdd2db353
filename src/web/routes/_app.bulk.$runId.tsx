import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { BulkRunSearch } from '../features/bulk/bulk-search.ts';
import { RunPage } from '../features/bulk/bulk-run-page.tsx';
import { requireId } from './-require-id.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/bulk/$runId')({
  validateSearch: BulkRunSearch,
  beforeLoad: ({ params }) => requireId(params.runId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { runId } = Route.useParams();
  const search = Route.useSearch();
  const onSearch = useSearchChange<BulkRunSearch>(Route.useNavigate());
  return <RunPage key={runId} runId={runId} search={search} onSearch={onSearch} />;
}
