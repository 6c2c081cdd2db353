import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { BulkPage } from '../features/bulk/bulk-page.tsx';
import { BulkSearch } from '../features/bulk/bulk-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/bulk/')({
  validateSearch: BulkSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<BulkSearch>) => {
      if (!stays()) return;
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, stays],
  );
  return <BulkPage search={search} onSearch={onSearch} />;
}
