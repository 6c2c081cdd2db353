import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SchedulePage } from '../features/schedule/schedule-page.tsx';
import { ScheduleSearch } from '../features/schedule/schedule-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/schedule')({
  validateSearch: ScheduleSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<ScheduleSearch>) => {
      if (!stays()) return;
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    },
    [navigate, stays],
  );
  return (
    <SchedulePage
      search={search}
      onSearch={onSearch}
      onOpenBatch={(dispatchId) =>
        void navigate({ to: '/batches/$dispatchId', params: { dispatchId } })
      }
    />
  );
}
