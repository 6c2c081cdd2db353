import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { query } from '../../api/query.ts';
import { servicePages } from '../../api/service-pages.ts';

/** The types that can be onboarded with their brands, page after page; they change rarely. */
export const typePages = {
  ...servicePages(ENDPOINTS.listEntityTypes, { query: { pageSize: 100 } }),
  staleTime: 10 * 60_000,
};

/** How many Entities of our directory have each type and brand. @param type only those of this type */
export const usage = (type?: string) => query(ENTITY_LIST_ROUTES.entityFacets, { query: { type } });
