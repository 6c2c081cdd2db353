import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CataloguePage } from '../features/catalogue/catalogue-page.tsx';
import { CatalogueSearch } from '../features/catalogue/catalogue-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/catalogue')({
  validateSearch: CatalogueSearch,
  component: Page,
});

function Page() {
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onQuery = useCallback(
    (query: string) => {
      if (!stays()) return;
      void navigate({ search: { q: query === '' ? undefined : query }, replace: true });
    },
    [navigate, stays],
  );
  return <CataloguePage query={q ?? ''} onQuery={onQuery} />;
}
