import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '../features/reports/reports-page.tsx';
import { ReportsSearch } from '../features/reports/reports-search.ts';
import { useSearchChange } from './-use-search-change.ts';

/** The back button undoes every change. */
const isStep = () => true;

export const Route = createFileRoute('/_app/reports/')({
  validateSearch: ReportsSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useSearchChange<ReportsSearch>(navigate, { isStep });
  return (
    <ReportsPage
      search={search}
      onSearch={onSearch}
      onBegun={(runId) => void navigate({ to: '/reports/$runId', params: { runId } })}
    />
  );
}
