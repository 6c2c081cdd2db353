import { Member } from '../collective.ts';
import { EntityType } from '../entity-type.ts';
import { Instant } from '../primitives.ts';
import { z } from '../zod.ts';
import { ReadState } from './fleet-entity.ts';
import { GET, byId } from './route-parts.ts';

/** Who has access to a Collective, as the store knows it. */
export const FleetMembers = z.object({
  read: ReadState,
  /** Null: never read, which is not "none". */
  members: z.array(Member).nullable(),
  asOf: Instant,
});
export type FleetMembers = z.infer<typeof FleetMembers>;

/** The types that can be onboarded, as the store knows them. */
export const FleetTypes = z.object({
  read: ReadState,
  /** Null: never read, which is not "none". */
  types: z.array(EntityType).nullable(),
  asOf: Instant,
});
export type FleetTypes = z.infer<typeof FleetTypes>;

/** Routes for lists in the fleet store. They send no request to the Service. */
export const FLEET_LIST_ROUTES = {
  fleetMembers: {
    ...GET,
    path: '/api/console/fleet/collectives/{id}/members',
    shows: ['fleet'],
    params: byId,
    answer: FleetMembers,
  },
  fleetTypes: {
    ...GET,
    path: '/api/console/fleet/types',
    shows: ['fleet'],
    answer: FleetTypes,
  },
} as const;
