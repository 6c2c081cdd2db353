import { ListViews } from '../../components/list/list-views.tsx';
import { ListSearch } from './directory-search.ts';

/** The views of the list of Collectives. */
export const COLLECTIVE_VIEWS = [
  { name: 'All', search: {} },
  { name: 'Planned', search: { planned: '1' } },
  { name: 'With silent Entities', search: { silent: '1' } },
  { name: 'Unreadable', search: { reads: 'failing' } },
] as const;

interface CollectiveViewsProps {
  search: ListSearch;
  /** Number of Collectives that a search shows; undefined while not known. */
  countOf: ((search: ListSearch) => number) | undefined;
}

/** These views as links. */
export function CollectiveViews({ search, countOf }: CollectiveViewsProps) {
  return (
    <ListViews
      label="Views of the Collectives"
      list="collectives"
      views={COLLECTIVE_VIEWS}
      countOf={(view) => countOf?.(ListSearch.parse(view))}
      search={search}
    />
  );
}
