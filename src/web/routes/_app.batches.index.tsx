import { createFileRoute } from '@tanstack/react-router';
import { BatchesPage } from '../features/batches/batches-page.tsx';
import { BatchesSearch } from '../features/batches/batches-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/batches/')({
  validateSearch: BatchesSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<BatchesSearch>(Route.useNavigate());
  return <BatchesPage search={search} onSearch={onSearch} />;
}
