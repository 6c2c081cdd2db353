import { createFileRoute } from '@tanstack/react-router';
import { SchedulePage } from '../features/schedule/schedule-page.tsx';
import { ScheduleSearch } from '../features/schedule/schedule-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/schedule')({
  validateSearch: ScheduleSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useSearchChange<ScheduleSearch>(navigate, { resetScroll: true });
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
