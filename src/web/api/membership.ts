import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { LeavingDecision, SightingDecision } from '../../contract/console/membership.ts';
import { MEMBERSHIP_ROUTES } from '../../contract/console/membership.ts';
import { callConsole } from './client.ts';
import { directoryKeys } from './directory.ts';

/** What answers of the Service reveal about who belongs to a Collective. */
export function membershipNewsQuery(collectiveId: string) {
  return queryOptions({
    queryKey: directoryKeys.membership(collectiveId),
    queryFn: ({ signal }) =>
      callConsole(MEMBERSHIP_ROUTES.membershipNews, { params: { id: collectiveId }, signal }),
  });
}

/** Most Entities per decision request. */
const AT_ONCE = 1000;

/**
 * Adds Entities that answers named, keeps them out, or removes them again; or removes those that an answer left
 * out, or keeps them. Many are sent in several requests.
 */
export function decideMembershipMutation(client: QueryClient, collectiveId: string) {
  const params = { id: collectiveId };
  return mutationOptions({
    mutationFn: async (given: SightingDecision | LeavingDecision): Promise<void> => {
      if ('toldAt' in given) {
        await callConsole(MEMBERSHIP_ROUTES.decideLeaving, { params, body: given });
        return;
      }
      const { entityIds, act } = given;
      for (let at = 0; at < entityIds.length; at += AT_ONCE) {
        const body = { entityIds: entityIds.slice(at, at + AT_ONCE), act };
        await callConsole(MEMBERSHIP_ROUTES.decideSightings, { params, body });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: directoryKeys.all }),
  });
}
