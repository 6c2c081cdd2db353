import { useQuery } from '@tanstack/react-query';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { EntityFacets } from '../../../contract/console/directory-list.ts';
import { ViewTabs } from '../../components/list-views/view-tabs.tsx';
import { facetsOf } from './directory-queries.ts';
import type { ListSearch } from './directory-search.ts';

function countOf(facet: EntityFacets['outcome'], value: string): number {
  return facet.values.find((each) => each.value === value)?.count ?? 0;
}

/** The views of all Entities; each count ignores the current filters. */
const ENTITY_VIEWS: readonly {
  name: string;
  search: ListSearch & Record<string, string>;
  count: (facets: EntityFacets) => number;
}[] = [
  { name: 'All', search: {}, count: ({ total }) => total },
  {
    name: 'Failed',
    search: { outcome: 'failed' },
    count: ({ outcome }) => countOf(outcome, 'failed'),
  },
  { name: 'Silent', search: { silent: '1' }, count: ({ silent }) => silent },
  { name: 'Planned', search: { planned: '1' }, count: ({ planned }) => planned },
  {
    name: 'No capacity',
    search: { capacity: NO_VALUE },
    count: ({ capacity }) => countOf(capacity, NO_VALUE),
  },
  {
    name: 'Reads fail',
    search: { reads: 'failing' },
    count: ({ reads }) => countOf(reads, 'failing'),
  },
];

/** The views of the list of Entities. */
export function EntityViews({ search }: { search: ListSearch }) {
  const { data } = useQuery(facetsOf({}));
  return (
    <ViewTabs
      label="Views of the Entities"
      list="entities"
      views={ENTITY_VIEWS.map(({ name, search: filters, count }) => ({
        name,
        search: filters,
        count: data === undefined ? undefined : count(data),
      }))}
      search={search}
    />
  );
}
