import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EntityType } from '../../contract/entity-type.ts';
import { ENTITY_LIST_ROUTES } from '../../contract/console/entity-list-routes.ts';
import { callConsole } from './client.ts';
import { callService } from './service-client.ts';
import { firstToken, nextToken } from './paging.ts';

/** Types asked for per page. */
const TYPE_PAGE_SIZE = 100;

/** A type that can be onboarded, identified by its name. */
export type CatalogueType = EntityType & { id: string };

/** The types that can be onboarded with their brands, page after page. */
export const entityTypesQuery = infiniteQueryOptions({
  queryKey: ['entity-types'] as const,
  queryFn: async ({ pageParam, signal }) => {
    const page = await callService('listEntityTypes', {
      params: {},
      query: { pageSize: TYPE_PAGE_SIZE, continuationToken: pageParam ?? undefined },
      signal,
    });
    return { ...page, data: page.data.map((row): CatalogueType => ({ ...row, id: row.type })) };
  },
  initialPageParam: firstToken(),
  getNextPageParam: (last, pages, _param, params) => nextToken(last, pages, params),
  staleTime: 10 * 60_000,
});

/**
 * How many Entities of our directory have each type and brand.
 * @param type counts only the brands of this type; null counts all
 */
export function usageQuery(type: string | null) {
  return queryOptions({
    queryKey: ['directory', 'usage', type] as const,
    queryFn: ({ signal }) =>
      callConsole(ENTITY_LIST_ROUTES.entityFacets, { query: { type: type ?? undefined }, signal }),
    staleTime: 60_000,
  });
}
