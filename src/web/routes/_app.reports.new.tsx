import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { DefinePage } from '../features/report-form/define-page.tsx';
import { DefineSearch } from '../features/report-form/define-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/reports/new')({
  validateSearch: DefineSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (next: DefineSearch) => {
      if (!stays()) return;
      void navigate({ search: next, replace: true, resetScroll: false });
    },
    [navigate, stays],
  );
  return (
    <DefinePage
      search={search}
      onSearch={onSearch}
      onBegun={(runId) => void navigate({ to: '/reports/$runId', params: { runId } })}
      onGone={() => void navigate({ to: '/reports' })}
    />
  );
}
