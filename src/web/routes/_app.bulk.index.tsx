import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { BulkPage } from '../features/bulk/bulk-page.tsx';
import { BulkSearch } from '../features/bulk/bulk-search.ts';

export const Route = createFileRoute('/_app/bulk/')({
  validateSearch: BulkSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<BulkSearch>) => {
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return <BulkPage search={search} onSearch={onSearch} />;
}
