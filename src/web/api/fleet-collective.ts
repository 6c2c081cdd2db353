import { FLEET_ENTITY_ROUTES } from '../../contract/console/fleet-entity.ts';
import { query } from './query.ts';

/** A Collective at a glance. @param zone IANA name of the zone whose today is the last day */
export function fleetCollective(id: string, zone: string) {
  return query(FLEET_ENTITY_ROUTES.fleetCollective, { params: { id }, query: { zone } });
}
