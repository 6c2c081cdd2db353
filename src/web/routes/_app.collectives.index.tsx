import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CollectivesPage } from '../features/directory/collectives-page.tsx';
import { ListSearch } from '../features/directory/directory-search.ts';

export const Route = createFileRoute('/_app/collectives/')({
  validateSearch: ListSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<ListSearch>) => {
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    },
    [navigate],
  );
  return <CollectivesPage search={search} onSearch={onSearch} />;
}
