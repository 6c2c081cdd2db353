import type { ReactNode } from 'react';
import type { EntityFacets, Facet } from '../../../contract/console/directory-list.ts';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { sourceLabel } from '../../../domain/directory-labels.ts';
import type { ChoiceFacet, FilterFacet } from '../../components/filter-bar/facet.ts';
import { factFacets } from '../../components/filter-bar/fact-facets.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { NO_FILTERS, type ListSearch } from './directory-search.ts';

interface FacetFiltersProps {
  /** Accessible name of the filters. */
  label: string;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Counts of the values; undefined while they are being read. */
  facets: Partial<EntityFacets> | undefined;
  /** Why the counts could not be read, and how to read them again. */
  error?: unknown;
  onRetry?: () => void;
  /** Collectives to choose from, with their numbers of Entities; absent: no such filter. */
  collectives?: readonly { id: string; name: string; entityCount: number }[];
  /** Columns and views, at the end of the line. */
  children: ReactNode;
}

/** The filters of a directory list: a search, and facets with counts. */
export function FacetFilters(props: FacetFiltersProps) {
  const { label, search, onSearch, children } = props;
  return (
    <FilterBar
      label={label}
      search={{
        label: 'Search name, id, brand, tag or place',
        placeholder: 'Name, id, brand, tag or place',
        value: search.q ?? '',
        onChange: (q) => onSearch({ q: q === '' ? undefined : q }),
      }}
      facets={facetsOf(props)}
      onClear={() => onSearch(NO_FILTERS)}
    >
      {children}
    </FilterBar>
  );
}

/** Filters that a Collective matches if any of its Entities does. */
const OF_COLLECTIVES: ReadonlySet<string> = new Set(['reads', 'silent', 'planned']);

function facetsOf(props: FacetFiltersProps): FilterFacet[] {
  const { search, onSearch, facets, collectives } = props;
  const inCollectives = collectives?.map(({ id, name, entityCount }) => ({
    value: id,
    label: name,
    count: entityCount,
  }));
  const choice = (
    key: 'type' | 'brand' | 'tag' | 'source' | 'health' | 'collective',
    label: string,
    any: string,
    options: ChoiceFacet['options'],
  ): ChoiceFacet => ({
    kind: 'choice',
    key,
    label,
    any,
    options,
    error: props.error,
    onRetry: props.onRetry,
    value: search[key] ?? null,
    onChange: (value) => onSearch({ [key]: value ?? undefined }),
  });
  return [
    choice('type', 'Type', 'Any type', optionsOf(facets?.type, 'Type not known')),
    ...(collectives === undefined
      ? []
      : [choice('brand', 'Brand', 'Any brand', optionsOf(facets?.brand, 'Brand not known'))]),
    choice('tag', 'Tag', 'Any tag', optionsOf(facets?.tag, '')),
    ...(collectives === undefined
      ? []
      : [
          choice(
            'collective',
            'Collective',
            'Any Collective',
            facets?.collective?.values ?? inCollectives,
          ),
        ]),
    {
      ...choice('source', 'Known from', 'Anywhere', labeled(facets?.source, sourceLabel)),
      verb: '',
    },
    choice('health', 'Health', 'Any health', labeled(facets?.health, healthLabel)),
    ...factFacets(search, { ...props, facets }, (key, value) => onSearch({ [key]: value })).filter(
      ({ key }) => collectives !== undefined || OF_COLLECTIVES.has(key),
    ),
    {
      kind: 'switch',
      key: 'archived',
      label: 'Archived',
      any: 'In use',
      on: search.archived === '1',
      onChange: (on) => onSearch({ archived: on ? '1' : undefined }),
    },
  ];
}

function optionsOf(facet: Facet | undefined, none: string): ChoiceFacet['options'] {
  return facet?.values.map(({ value, label, count }) => ({
    value,
    label: value === NO_VALUE ? none : label,
    count,
  }));
}

function labeled(facet: Facet | undefined, label: (value: string) => string) {
  return facet?.values.map(({ value, count }) => ({ value, label: label(value), count }));
}

function healthLabel(value: string): string {
  if (value === 'offboarded') return 'Offboarded';
  return value === 'unreachable' ? 'Not reachable' : 'Not refused';
}
