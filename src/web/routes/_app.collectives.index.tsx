import { createFileRoute } from '@tanstack/react-router';
import { CollectivesPage } from '../features/directory/collectives-page.tsx';
import { ListSearch } from '../features/directory/directory-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/collectives/')({
  validateSearch: ListSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<ListSearch>(Route.useNavigate(), { resetScroll: true });
  return <CollectivesPage search={search} onSearch={onSearch} />;
}
