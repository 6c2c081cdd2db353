import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CollectivesPage } from '../features/collectives/collectives-page.tsx';
import { CollectivesSearch } from '../features/collectives/collectives-search.ts';

export const Route = createFileRoute('/_app/collectives/')({
  validateSearch: CollectivesSearch,
  component: Page,
});

function Page() {
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onQuery = useCallback(
    (query: string) => {
      void navigate({ search: { q: query === '' ? undefined : query }, replace: true });
    },
    [navigate],
  );
  return <CollectivesPage query={q ?? ''} onQuery={onQuery} />;
}
