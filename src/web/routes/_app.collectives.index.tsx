import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CollectivesPage } from '../features/directory/collectives-page.tsx';
import { ListSearch } from '../features/directory/directory-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/collectives/')({
  validateSearch: ListSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<ListSearch>) => {
      if (!stays()) return;
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    },
    [navigate, stays],
  );
  return <CollectivesPage search={search} onSearch={onSearch} />;
}
