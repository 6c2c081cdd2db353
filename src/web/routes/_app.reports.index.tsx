import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SavedDefinitions } from '../features/report-form/saved-definitions.tsx';
import { ReportsPage } from '../features/reports/reports-page.tsx';
import { ReportsSearch } from '../features/reports/reports-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/reports/')({
  validateSearch: ReportsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<ReportsSearch>) => {
      if (!stays()) return;
      void navigate({ search: (old) => ({ ...old, ...change }), resetScroll: false });
    },
    [navigate, stays],
  );
  return (
    <ReportsPage
      search={search}
      onSearch={onSearch}
      definitions={
        <SavedDefinitions
          onBegun={(runId) => void navigate({ to: '/reports/$runId', params: { runId } })}
        />
      }
    />
  );
}
