import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { callService } from './service-client.ts';
import { firstToken, nextToken } from './paging.ts';

/** Requests asked for per page. */
const REQUEST_PAGE_SIZE = 200;

export const offboardingKeys = {
  all: ['offboarding'] as const,
  list: ['offboarding', 'list'] as const,
  one: (id: string) => ['offboarding', 'one', id] as const,
};

/** All Offboarding Requests that the console may see, page after page. */
export const offboardingRequestsQuery = infiniteQueryOptions({
  queryKey: offboardingKeys.list,
  queryFn: ({ pageParam, signal }) =>
    callService('listOffboardingRequests', {
      params: {},
      query: { pageSize: REQUEST_PAGE_SIZE, continuationToken: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: firstToken(),
  getNextPageParam: (last, pages, _param, params) => nextToken(last, pages, params),
});

/** One Request, as the Service has it now. */
export function offboardingRequestQuery(id: string) {
  return queryOptions({
    queryKey: offboardingKeys.one(id),
    queryFn: ({ signal }) =>
      callService('getOffboardingRequest', { params: { offboardingRequestId: id }, signal }),
    staleTime: 0,
  });
}

/** Stores an answered Request in the cache, and reads the list again. */
const noted = (client: QueryClient) => (request: OffboardingRequest) => {
  client.setQueryData(offboardingKeys.one(request.id), request);
  return client.invalidateQueries({ queryKey: offboardingKeys.list });
};

/** Requests the offboarding of an Entity. Sent once. @throws ApiError */
export function requestOffboardingMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (entityId: string): Promise<OffboardingRequest> =>
      callService('createOffboardingRequest', { params: {}, body: { entityId } }),
    onSuccess: noted(client),
    onError: () => client.invalidateQueries({ queryKey: offboardingKeys.list }),
  });
}

/** Cancels a Request, which must be Pending. @throws ApiError */
export function cancelOffboardingMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string): Promise<OffboardingRequest> =>
      callService('cancelOffboardingRequest', { params: { offboardingRequestId: id } }),
    onSuccess: noted(client),
    onError: () => client.invalidateQueries({ queryKey: offboardingKeys.all }),
  });
}
