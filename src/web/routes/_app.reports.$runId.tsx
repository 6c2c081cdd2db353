import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { RunPage } from '../features/report-run/run-page.tsx';
import { RunSearch } from '../features/report-run/run-search.ts';
import { requireId } from './-require-id.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/reports/$runId')({
  validateSearch: RunSearch,
  beforeLoad: ({ params }) => requireId(params.runId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { runId } = Route.useParams();
  const search = Route.useSearch();
  const onSearch = useSearchChange<RunSearch>(Route.useNavigate());
  return <RunPage key={runId} runId={runId} search={search} onSearch={onSearch} />;
}
