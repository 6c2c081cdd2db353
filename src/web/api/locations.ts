import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { callService } from './service-client.ts';
import { firstToken, nextToken } from './paging.ts';
import { placeKeys } from './places.ts';

/** Locations asked for per page. */
const LOCATION_PAGE_SIZE = 200;

export const locationKeys = {
  all: ['locations'] as const,
  list: (entityId: string) => ['locations', entityId, 'list'] as const,
  one: (entityId: string, locationId: string) => ['locations', entityId, locationId] as const,
};

/** The places of an Entity, page after page. */
export function locationsQuery(entityId: string) {
  return infiniteQueryOptions({
    queryKey: locationKeys.list(entityId),
    queryFn: ({ pageParam, signal }) =>
      callService('listLocations', {
        params: { entityId },
        query: { pageSize: LOCATION_PAGE_SIZE, continuationToken: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: firstToken(),
    getNextPageParam: (last, pages, _param, params) => nextToken(last, pages, params),
    staleTime: 60_000,
  });
}

/** One place, as the Service has it now. */
export function locationQuery(entityId: string, locationId: string) {
  return queryOptions({
    queryKey: locationKeys.one(entityId, locationId),
    queryFn: ({ signal }) =>
      callService('getLocation', { params: { entityId, locationId }, signal }),
    staleTime: 0,
  });
}

/** Deletes a place permanently. @throws ApiError */
export function deleteLocationMutation(client: QueryClient, entityId: string) {
  return mutationOptions({
    mutationFn: (locationId: string) =>
      callService('deleteLocation', { params: { entityId, locationId } }),
    // Also after a failure, since the deletion may still have happened. Maps cache places for a minute.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: locationKeys.list(entityId) });
      void client.invalidateQueries({ queryKey: placeKeys.all });
    },
  });
}
