import { createFileRoute } from '@tanstack/react-router';
import { MapPage } from '../features/map/map-page.tsx';
import { MapSearch } from '../features/map/map-search.ts';
import { useSearchChange } from './-use-search-change.ts';

export const Route = createFileRoute('/_app/map')({
  validateSearch: MapSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useSearchChange<MapSearch>(Route.useNavigate(), { resetScroll: true });
  return <MapPage search={search} onSearch={onSearch} />;
}
