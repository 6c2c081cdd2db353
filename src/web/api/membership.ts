import { queryOptions } from '@tanstack/react-query';
import type {
  LeavingDecision,
  MembershipNews,
  SightingDecision,
} from '../../contract/console/membership.ts';
import { callConsole } from './client.ts';
import { directoryKeys } from './directory.ts';

/** What answers of the Service say of who belongs to a Collective. */
export function membershipNewsQuery(collectiveId: string) {
  return queryOptions({
    queryKey: directoryKeys.membership(collectiveId),
    queryFn: ({ signal }) =>
      callConsole('membershipNews', { params: { id: collectiveId }, signal }),
  });
}

/** Makes Entities that answers named members, keeps them out, or takes them out again. */
export function decideSightings(id: string, body: SightingDecision): Promise<MembershipNews> {
  return callConsole('decideSightings', { params: { id }, body });
}

/** Takes the members out that an answer left out, or keeps them. */
export function decideLeaving(id: string, body: LeavingDecision): Promise<MembershipNews> {
  return callConsole('decideLeaving', { params: { id }, body });
}
