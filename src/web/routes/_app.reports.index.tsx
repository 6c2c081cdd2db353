import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SavedDefinitions } from '../features/report-form/saved-definitions.tsx';
import { ReportsPage } from '../features/reports/reports-page.tsx';
import { ReportsSearch } from '../features/reports/reports-search.ts';

export const Route = createFileRoute('/_app/reports/')({
  validateSearch: ReportsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<ReportsSearch>) => {
      void navigate({ search: (old) => ({ ...old, ...change }), resetScroll: false });
    },
    [navigate],
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
