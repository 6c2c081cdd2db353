import { createFileRoute } from '@tanstack/react-router';
import { FleetPage } from '../features/fleet/fleet-page.tsx';
import { FleetSearch } from '../features/fleet/fleet-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/settings/fleet')({
  validateSearch: FleetSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<FleetSearch>(Route.useNavigate());
  return <FleetPage search={search} onSearch={onSearch} />;
}
