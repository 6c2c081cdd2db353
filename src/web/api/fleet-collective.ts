import { queryOptions } from '@tanstack/react-query';
import { FLEET_ENTITY_ROUTES } from '../../contract/console/fleet-entity.ts';
import { query } from './query.ts';

/** How often it is read again until the first sums are ready, in ms. */
const SOON_MS = 1000;
/** The same while the server is recomputing sums. */
const BEHIND_MS = 2000;

/** A Collective at a glance. @param zone IANA name of the zone whose days are counted */
export function fleetCollective(id: string, zone: string) {
  return queryOptions({
    ...query(FLEET_ENTITY_ROUTES.fleetCollective, { params: { id }, query: { zone } }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.energy === null) return SOON_MS;
      return data?.isBehind === true ? BEHIND_MS : false;
    },
  });
}
