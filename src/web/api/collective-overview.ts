import { queryOptions } from '@tanstack/react-query';
import { FLEET_ENTITY_ROUTES } from '../../contract/console/fleet-entity.ts';
import { query } from './query.ts';

/** How often sums are read again until the first are ready, in ms, and while they are recomputed. */
const POLL_MS = { first: 1000, behind: 2000 } as const;

/** A Collective at a glance. @param zone IANA name of the zone whose days are counted */
export const collectiveOverview = (id: string, zone: string) =>
  queryOptions({
    ...query(FLEET_ENTITY_ROUTES.fleetCollective, { params: { id }, query: { zone } }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.energy === null) return POLL_MS.first;
      return data?.isBehind === true ? POLL_MS.behind : false;
    },
  });
