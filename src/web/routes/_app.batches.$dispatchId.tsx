import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { BatchPage } from '../features/batches/batch-page.tsx';
import { BatchSearch } from '../features/batches/batch-search.ts';
import { requireId } from './-require-id.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/batches/$dispatchId')({
  validateSearch: BatchSearch,
  beforeLoad: ({ params }) => requireId(params.dispatchId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { dispatchId } = Route.useParams();
  const search = Route.useSearch();
  const onSearch = useSearchChange<BatchSearch>(Route.useNavigate(), { resetScroll: true });
  return <BatchPage key={dispatchId} dispatchId={dispatchId} search={search} onSearch={onSearch} />;
}
