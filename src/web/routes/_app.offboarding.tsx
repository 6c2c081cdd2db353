import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { RunsTable } from '../features/bulk/bulk-runs-table.tsx';
import { OffboardingPage } from '../features/offboarding/offboarding-page.tsx';
import { OffboardingSearch } from '../features/offboarding/offboarding-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/offboarding')({
  validateSearch: OffboardingSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<OffboardingSearch>) => {
      // Opening a dialog is a step that the back button undoes; filtering is not.
      const replace = change.request === undefined && change.new === undefined;
      if (!stays()) return;
      void navigate({ search: (old) => ({ ...old, ...change }), replace, resetScroll: false });
    },
    [navigate, stays],
  );
  const runs = <RunsTable only="offboarding" />;
  return <OffboardingPage search={search} onSearch={onSearch} runs={runs} />;
}
