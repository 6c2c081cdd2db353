import { useQuery } from '@tanstack/react-query';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { facetOptions } from '../../components/list/entity-filters.ts';
import { ListViews } from '../../components/list/list-views.tsx';
import { facetsOf } from './directory-queries.ts';
import type { ListSearch } from './directory-search.ts';

/** The views of all Entities, each with at most one filter. */
export const ENTITY_VIEWS = [
  { name: 'All', search: {} },
  { name: 'Failed', search: { outcome: 'failed' } },
  { name: 'Silent', search: { silent: '1' } },
  { name: 'Planned', search: { planned: '1' } },
  { name: 'No capacity', search: { capacity: NO_VALUE } },
  { name: 'Unreadable', search: { reads: 'failing' } },
] as const;

/** The views of the list of Entities; their counts ignore the current filters. */
export function EntityViews({ search }: { search: ListSearch }) {
  const { data } = useQuery(facetsOf({}));
  const options = facetOptions(data);
  return (
    <ListViews
      label="Views of the Entities"
      list="entities"
      views={ENTITY_VIEWS}
      countOf={(view) => {
        const [filter] = Object.entries(view);
        if (data === undefined || filter === undefined) return data?.total;
        const [key, wanted] = filter;
        return options[key]?.find(({ value }) => value === wanted)?.count ?? 0;
      }}
      search={search}
    />
  );
}
