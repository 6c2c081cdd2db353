import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AuditPage } from '../features/audit/audit-page.tsx';
import { AuditSearch } from '../features/audit/audit-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/audit')({
  validateSearch: AuditSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<AuditSearch>) => {
      if (!stays()) return;
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, stays],
  );
  return <AuditPage search={search} onSearch={onSearch} />;
}
