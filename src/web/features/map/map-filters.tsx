import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { query } from '../../api/query.ts';
import type { FilterFacet } from '../../components/filter-bar/facet.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { typeLabel, type MapSearch } from './map-search.ts';

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
  const changeQuery = useCallback(
    (q: string) => onSearch({ q: q === '' ? undefined : q }),
    [onSearch],
  );
  const type: FilterFacet = {
    kind: 'choice',
    key: 'type',
    label: 'Type',
    any: 'Any type',
    options: types?.map(({ name, count }) => ({
      value: name ?? NO_VALUE,
      label: typeLabel(name),
      count,
    })),
    value: search.type ?? null,
    onChange: (value) => onSearch({ type: value ?? undefined }),
  };
  const collective: FilterFacet = {
    kind: 'choice',
    key: 'collective',
    label: 'Collective',
    any: 'Any Collective',
    options: collectives.data?.collectives.map(({ id, name, entityCount }) => ({
      value: id,
      label: name,
      count: entityCount,
    })),
    error: collectives.error,
    onRetry: () => void collectives.refetch(),
    value: search.collective ?? null,
    onChange: (value) => onSearch({ collective: value ?? undefined }),
  };
  return (
    <FilterBar
      label="Filters of the map"
      search={{
        label: 'Search names, ids, tags, places',
        value: search.q ?? '',
        onChange: changeQuery,
      }}
      facets={fixed ? [type] : [type, collective]}
      onClear={() => onSearch({ q: undefined, type: undefined, collective: undefined })}
    />
  );
}
