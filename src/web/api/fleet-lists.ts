import { queryOptions } from '@tanstack/react-query';
import { FLEET_LIST_ROUTES } from '../../contract/console/fleet-lists.ts';
import { callConsole } from './client.ts';
import { fleetEntityKeys } from './fleet-entity-keys.ts';

/** Who has access to a Collective as the store knows it, before the Service has answered. */
export function fleetMembersQuery(collectiveId: string) {
  return queryOptions({
    queryKey: [...fleetEntityKeys.collective, collectiveId, 'members'] as const,
    queryFn: ({ signal }) =>
      callConsole(FLEET_LIST_ROUTES.fleetMembers, { params: { id: collectiveId }, signal }),
  });
}

/** The types that can be onboarded as the store knows them, before the Service has answered. */
export const fleetTypesQuery = queryOptions({
  queryKey: ['fleet', 'types'] as const,
  queryFn: ({ signal }) => callConsole(FLEET_LIST_ROUTES.fleetTypes, { signal }),
});
