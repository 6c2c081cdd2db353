import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NO_VALUE } from '../../../contract/console/directory-list.ts';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { collectivesQuery } from '../../api/directory.ts';
import { FilterField } from '../../components/filter-field.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { typeLabel, type MapSearch } from './map-search.ts';

interface MapFiltersProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
  types: PlaceMap['types'];
  /** Whether the map shows a single Collective. */
  fixed: boolean;
}

/** Which places are shown. */
export function MapFilters({ search, onSearch, types, fixed }: MapFiltersProps) {
  const changeQuery = useCallback(
    (q: string) => onSearch({ q: q === '' ? undefined : q }),
    [onSearch],
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1.5 }}>
      <FilterField
        label="Search names, ids, tags, places"
        value={search.q ?? ''}
        onChange={changeQuery}
      />
      <FilterSelect
        label="Type of Entity"
        any="Any type"
        options={types.map(({ name, count }) => ({
          value: name ?? NO_VALUE,
          label: typeLabel(name),
          count,
        }))}
        value={search.type ?? null}
        onChange={(type) => onSearch({ type: type ?? undefined })}
      />
      {!fixed && <CollectiveSelect search={search} onSearch={onSearch} />}
    </Box>
  );
}

function CollectiveSelect({ search, onSearch }: Pick<MapFiltersProps, 'search' | 'onSearch'>) {
  const { data } = useQuery(collectivesQuery);
  return (
    <FilterSelect
      label="Collective"
      any="Any Collective"
      options={(data?.collectives ?? []).map(({ id, name, entityCount }) => ({
        value: id,
        label: name,
        count: entityCount,
      }))}
      value={search.collective ?? null}
      onChange={(collective) => onSearch({ collective: collective ?? undefined })}
    />
  );
}
