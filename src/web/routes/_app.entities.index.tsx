import { createFileRoute } from '@tanstack/react-router';
import { ListSearch } from '../features/directory/directory-search.ts';
import { EntitiesPage } from '../features/directory/entities-page.tsx';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/entities/')({
  validateSearch: ListSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<ListSearch>(Route.useNavigate(), { resetScroll: true });
  return <EntitiesPage search={search} onSearch={onSearch} />;
}
