import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MapPage } from '../features/map/map-page.tsx';
import { MapSearch } from '../features/map/map-search.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/map')({
  validateSearch: MapSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<MapSearch>) => {
      if (!stays()) return;
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    },
    [navigate, stays],
  );
  return <MapPage search={search} onSearch={onSearch} />;
}
