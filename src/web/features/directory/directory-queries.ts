import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EntityFilter, EntityListQuery } from '../../../contract/console/directory-list.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { query } from '../../api/query.ts';

/** Rows of one page of the list of Entities. */
export const ENTITIES_PER_PAGE = 200;

/** The order and filters of a list. */
export type EntityList = Omit<EntityListQuery, 'offset' | 'limit'>;

/** A page of the list of Entities. @param page from 0 */
export const entitiesOf = (list: EntityList, page: number) =>
  queryOptions({
    ...query(ENTITY_LIST_ROUTES.entities, {
      query: { ...list, offset: page * ENTITIES_PER_PAGE, limit: ENTITIES_PER_PAGE },
    }),
    // The first page also gives the total: a changed filter does not empty the screen.
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });

/** How many Entities each value of each filter would show. */
export const facetsOf = (filter: EntityFilter) =>
  queryOptions({
    ...query(ENTITY_LIST_ROUTES.entityFacets, { query: filter }),
    placeholderData: keepPreviousData,
  });
