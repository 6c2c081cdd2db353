import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Collective } from '../../contract/collective.ts';
import { callService } from './service-client.ts';
import { directoryKeys } from './directory.ts';
import { firstToken, nextToken } from './paging.ts';

/** Members asked for per page. */
const MEMBER_PAGE_SIZE = 100;

export const memberKeys = {
  list: (collectiveId: string) => ['members', collectiveId] as const,
};

/** The Members of a Collective, page after page. */
export function membersQuery(collectiveId: string) {
  return infiniteQueryOptions({
    queryKey: memberKeys.list(collectiveId),
    queryFn: ({ pageParam, signal }) =>
      callService('listMembers', {
        params: { collectiveId },
        query: { pageSize: MEMBER_PAGE_SIZE, continuationToken: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: firstToken(),
    getNextPageParam: (last, pages, _param, params) => nextToken(last, pages, params),
  });
}

/** Removes a Member, once. @returns the Collective with its remaining Entities @throws ApiError */
export function removeMemberMutation(client: QueryClient, collectiveId: string) {
  return mutationOptions({
    mutationFn: (memberId: string): Promise<Collective> =>
      callService('removeMember', { params: { collectiveId, memberId } }),
    // Also after a failure, since the removal may still have happened.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: memberKeys.list(collectiveId) });
      await client.invalidateQueries({ queryKey: directoryKeys.all });
    },
  });
}
