import { PageHeader } from '../../components/page-header.tsx';
import { FleetMap } from './fleet-map.tsx';
import type { MapSearch } from './map-search.ts';

interface MapPageProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** All known places of the fleet. */
export function MapPage({ search, onSearch }: MapPageProps) {
  return (
    <>
      <PageHeader title="Map" />
      <FleetMap collectiveId={null} search={search} onSearch={onSearch} />
    </>
  );
}
