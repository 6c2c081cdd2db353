import { createFileRoute } from '@tanstack/react-router';
import { BulkPage } from '../features/bulk/bulk-page.tsx';
import { BulkSearch } from '../features/bulk/bulk-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/bulk/')({
  validateSearch: BulkSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<BulkSearch>(Route.useNavigate());
  return <BulkPage search={search} onSearch={onSearch} />;
}
