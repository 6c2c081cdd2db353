import { queryOptions } from '@tanstack/react-query';
import { FLEET_LIST_ROUTES } from '../../contract/console/fleet-lists.ts';
import { callConsole } from './client.ts';
import { fleetEntityKeys } from './fleet-entity-keys.ts';

/** The stored Members of a Collective, shown until the Service answers. */
export function fleetMembersQuery(collectiveId: string) {
  return queryOptions({
    queryKey: [...fleetEntityKeys.collective, collectiveId, 'members'] as const,
    queryFn: ({ signal }) =>
      callConsole(FLEET_LIST_ROUTES.fleetMembers, { params: { id: collectiveId }, signal }),
  });
}

/** The stored types that can be onboarded, shown until the Service answers. */
export const fleetTypesQuery = queryOptions({
  queryKey: ['fleet', 'types'] as const,
  queryFn: ({ signal }) => callConsole(FLEET_LIST_ROUTES.fleetTypes, { signal }),
});
