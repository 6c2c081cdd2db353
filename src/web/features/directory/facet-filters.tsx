import type { ReactNode } from 'react';
import { facetOptions, type FilterValues } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { DIRECTORY, type ListSearch } from './directory-search.ts';

interface FacetFiltersProps {
  /** Accessible name of the filters. */
  label: string;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Counts of the values; undefined while they are being read. */
  facets: FilterValues | undefined;
  /** Why the counts could not be read, and how to read them again. */
  error?: unknown;
  onRetry?: () => void;
  /** Collectives to choose from, with their numbers of Entities; absent: a list of Collectives. */
  collectives?: readonly { id: string; name: string; entityCount: number }[];
  /** Columns, at the end of the line. */
  children: ReactNode;
}

/** Filters that only Entities have; a Collective matches the others if any of its Entities does. */
const OF_ENTITIES = ['brand', 'collective', 'outcome', 'capacity', 'capture', 'place'];

/** The filters of a directory list: a search, and facets with counts. */
export function FacetFilters(props: FacetFiltersProps) {
  const { facets, error = null, onRetry = () => {}, collectives, ...bar } = props;
  const inCollectives = collectives?.map(({ id, name, entityCount }) => ({
    value: id,
    label: name,
    count: entityCount,
  }));
  return (
    <ListBar
      {...bar}
      list={DIRECTORY}
      options={{ collective: inCollectives, ...facetOptions(facets) }}
      read={{ error, refetch: onRetry }}
      without={collectives === undefined ? OF_ENTITIES : []}
    />
  );
}
