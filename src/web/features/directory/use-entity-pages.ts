import { usePages } from '../../components/list/use-pages.ts';
import { entitiesOf, ENTITIES_PER_PAGE, type EntityList } from './directory-queries.ts';

/** A list of Entities whose pages are read as they scroll into view. */
export const useEntityPages = (list: EntityList) =>
  usePages(
    ENTITIES_PER_PAGE,
    (page) => entitiesOf(list, page),
    ({ entities }) => entities,
  );
