import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { READ_RESOURCES } from './choices.ts';
import { get, post } from '../route.ts';

const Count = z.int().nonnegative();
const Resource = z.enum(READ_RESOURCES);

/** Most Entities that one request can name. */
const NAMED_MAX = 10_000;

/**
 * Coverage of one resource for the Entities of the directory, for `members` its Collectives; the five add up
 * to all of them, or to one for deployment-wide resources.
 */
export const ResourceStatus = z.object({
  resource: Resource,
  total: Count,
  /** How often it is read by policy, in seconds; null: once, or never if switched off. */
  everySeconds: z.int().positive().nullable(),
  /** Read within the policy's time. */
  fresh: Count,
  /** Read once, but too long ago. */
  stale: Count,
  /** The last read was partial: some items could not be used. */
  partly: Count,
  never: Count,
  /** The last read gave nothing, whether an earlier one succeeded or not. */
  failed: Count,
  /** Requests to the Service in the last 24 hours. */
  requests: Count,
  /** Requests in 24 hours by policy, once everything has been read. */
  requestsByPolicy: z.number().nonnegative(),
  /** The oldest successful read. */
  oldestAt: Instant.nullable(),
  /** When the next read is due; in the past while reads wait for their turn. */
  nextAt: Instant.nullable(),
});
export type ResourceStatus = z.infer<typeof ResourceStatus>;

/** What the console knows of the fleet, and how it keeps that up to date. */
export const FleetStatus = z.object({
  /** Entities of the directory that are read. */
  entities: Count,
  /** Entities of the directory beside them that are offboarded: what was read of them is kept. */
  offboarded: Count,
  resources: z.array(ResourceStatus),
  /** Reads that are due now. */
  due: Count,
  /** Of these, reads that an operator requested. */
  asked: Count,
  /** Most background requests per second. */
  requestsPerSecond: z.number().positive(),
  /** Reads done in the last minute; null: none. */
  perMinute: z.number().nullable(),
  /** Whether automatic reading is on. */
  isAutomatic: z.boolean(),
  /** Why reading is paused, and until when; null: it is not. */
  paused: z.object({ message: z.string(), until: Instant }).nullable(),
  asOf: Instant,
});
export type FleetStatus = z.infer<typeof FleetStatus>;

/** A resource whose last read failed or was partial. */
export const FleetFailure = z.object({
  /** Of the Entity, or of the Collective for `members`; null for deployment-wide resources. */
  id: Uuid.nullable(),
  name: z.string().nullable(),
  resource: Resource,
  /** Some items could not be used; the others are kept. */
  isPart: z.boolean(),
  /** The Service's message, if it gave one. */
  message: z.string(),
  triedAt: Instant,
  /** Consecutive failures. */
  tries: Count,
  /** Null: only on request. */
  nextAt: Instant.nullable(),
  /** Its last complete read, or null. */
  readAt: Instant.nullable(),
});
export type FleetFailure = z.infer<typeof FleetFailure>;

export const FleetFailures = z.object({
  failures: z.array(FleetFailure),
  total: Count,
  asOf: Instant,
});
export type FleetFailures = z.infer<typeof FleetFailures>;

/** The requested reads. */
export const FleetChoice = z.strictObject({
  /** Null: all Entities of the directory, or of the Collective. With ids only Entities are read. */
  entityIds: z.array(Uuid).min(1).max(NAMED_MAX).nullable(),
  /** Null: all Collectives, and deployment-wide resources. */
  collectiveId: Uuid.nullable(),
  resources: z.array(Resource).min(1),
  /** `failed`: only failed or partial last reads; `stale`: only stale or missing ones. */
  only: z.enum(['all', 'stale', 'failed']),
});
export type FleetChoice = z.infer<typeof FleetChoice>;

const Failures = z.strictObject({
  resource: Resource.optional(),
  collective: Uuid.optional(),
  entity: Uuid.optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
});
export type FleetFailuresQuery = z.infer<typeof Failures>;

/** Routes for the state of the fleet store. */
export const FLEET_ROUTES = {
  /** @param query the Entities of one Collective or one Entity; absent: the whole directory */
  fleetStatus: get('/api/console/fleet/status', {
    shows: ['fleet', 'reads'],
    query: z.strictObject({ collective: Uuid.optional(), entity: Uuid.optional() }),
    answer: FleetStatus,
  }),
  fleetFailures: get('/api/console/fleet/failures', {
    shows: ['fleet', 'reads'],
    query: Failures,
    answer: FleetFailures,
  }),
  /** Reads before everything else; reads in progress are not repeated. */
  refreshFleet: post('/api/console/fleet/refresh', {
    touches: ['reads'],
    body: FleetChoice,
    /** Number of reads that this requested. */
    answer: z.object({ reads: Count }),
  }),
};
