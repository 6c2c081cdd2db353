import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { BatchesPage } from '../features/batches/batches-page.tsx';
import { BatchesSearch } from '../features/batches/batches-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/batches/')({
  validateSearch: BatchesSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<BatchesSearch>) => {
      if (!stays()) return;
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, stays],
  );
  return <BatchesPage search={search} onSearch={onSearch} />;
}
