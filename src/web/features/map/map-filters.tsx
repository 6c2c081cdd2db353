import { useQuery } from '@tanstack/react-query';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { query } from '../../api/query.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { PLACES, type MapSearch } from './map-search.ts';

interface MapFiltersProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
  /** Undefined while they are being read. */
  types: PlaceMap['types'] | undefined;
  /** Whether the map shows a single Collective. */
  fixed: boolean;
}

/** Which places are shown. */
export function MapFilters({ search, onSearch, types, fixed }: MapFiltersProps) {
  const collectives = useQuery({ ...query(DIRECTORY_ROUTES.collectives), enabled: !fixed });
  return (
    <ListBar
      label="Filters of the map"
      list={PLACES}
      search={search}
      onSearch={onSearch}
      options={{
        type: types?.map(({ name, count }) => ({
          value: name ?? NO_VALUE,
          label: name ?? '',
          count,
        })),
        collective: collectives.data?.collectives.map(({ id, name, entityCount }) => ({
          value: id,
          label: name,
          count: entityCount,
        })),
      }}
      read={collectives}
      without={fixed ? ['collective'] : []}
    />
  );
}
