import { ChargeSession } from '../charge-session.ts';
import { Command } from '../command.ts';
import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { BatchList, BatchSummary } from './batch.ts';
import { FLEET_RESOURCES } from './choices.ts';
import { Count, VerdictCounts } from './counts.ts';
import { Energy } from './energy.ts';
import { EntityFacts } from './entity-facts.ts';
import { get } from '../route.ts';
import { PlannedItem } from './schedule.ts';

const Resource = z.enum(FLEET_RESOURCES);
const Zone = z.string().min(1).max(100);

/** The latest result of reading one resource of an Entity. */
export const EntityRead = z.object({
  resource: Resource,
  /**
   * Stale: read longer ago than the policy's time. Partly: the last read had unusable items. Partly read and
   * failed ones may have been read before.
   */
  state: z.enum(['never', 'fresh', 'stale', 'partly', 'failed']),
  /** As a whole. */
  readAt: Instant.nullable(),
  triedAt: Instant.nullable(),
  /** Null: no read is due. */
  dueAt: Instant.nullable(),
  /** Why the last try failed, as the Service's message; null: it did not. */
  message: z.string().nullable(),
});
export type EntityRead = z.infer<typeof EntityRead>;

/** The sender of a Command that no dispatch of this console made. */
export const SENT_BY_ANOTHER = 'another system';

/** A Command from the last read. */
export const KnownCommand = z.object({
  command: Command,
  /** The dispatch of this console that it belongs to. */
  dispatchId: Uuid.nullable(),
  /** Its operator, or `another system`; null: a dispatch whose outcome is not known may have made it. */
  sentBy: z.string().nullable(),
  knownAt: Instant,
});
export type KnownCommand = z.infer<typeof KnownCommand>;

/** A dispatch that may have reached an Entity, and of which no Command for it is known. */
export const OpenDispatch = BatchSummary.pick({
  items: true,
  outcome: true,
  createdAt: true,
}).extend({
  dispatchId: Uuid,
  sentBy: z.string(),
});
export type OpenDispatch = z.infer<typeof OpenDispatch>;

/** What the store knows of one Entity beside the lists of the Service. What was never read is null. */
export const FleetEntity = z.object({
  id: Uuid,
  /** One for each resource. */
  reads: z.array(EntityRead),
  /** The newest, by trigger time. */
  commands: z.array(KnownCommand),
  openDispatches: z.array(OpenDispatch),
  /** Null: its sessions were never read as a whole. */
  energy: EntityFacts.shape.energy,
  /** The one that began last, but not in the future; null: none is known. */
  lastSession: ChargeSession.nullable(),
  /** From when on all sessions are in the store; null: never read. */
  knownFrom: Instant.nullable(),
  /** When the Service last computed sessions of any Entity, as far as is known. */
  sessionsComputedAt: Instant.nullable(),
  asOf: Instant,
});
export type FleetEntity = z.infer<typeof FleetEntity>;

/** Energy in one unit; different units are never added. */
export const UnitEnergy = z.object({
  /** Verbatim; null: none was reported. */
  unit: z.string().nullable(),
  /** In the unit, exact to a millionth. */
  energy: z.number(),
  sessions: Count,
});
export type UnitEnergy = z.infer<typeof UnitEnergy>;

/** Energy of the sessions that started on one date of a zone. */
export const DayEnergy = z.object({ date: PlainDate, energy: z.number(), sessions: Count });
export type DayEnergy = z.infer<typeof DayEnergy>;

const NamedEntity = z.object({
  id: Uuid,
  name: z.string().nullable(),
  type: z.string().nullable(),
});

/** The first of some Entities, and how many there are. */
function someOf<S extends z.ZodType>(entity: S) {
  return z.object({ total: Count, entities: z.array(entity) });
}

/** Coverage of one resource for a Collective's Entities; `partly` and `failed` ones may also count as read. */
export const ResourceKnown = z.object({
  resource: Resource,
  /** Read at least once. */
  read: Count,
  /** Of these, read within the policy's time, and not failed since. */
  fresh: Count,
  /** The last read was partial. */
  partly: Count,
  /** The last try failed. */
  failed: Count,
  /** The oldest of the last reads. */
  oldestAt: Instant.nullable(),
});
export type ResourceKnown = z.infer<typeof ResourceKnown>;

/** A Collective at a glance, from the store alone. */
export const FleetCollective = z.object({
  id: Uuid,
  entities: Count,
  known: z.array(ResourceKnown),
  energy: Energy,
  /** The last Command of each Entity that was due, whichever system sent it, by derived status. */
  outcomes: VerdictCounts,
  /** Entities whose Commands were read, or that this console commanded, without any due Command. */
  uncommanded: Count,
  /** Entities whose Commands were never read, without any known one. */
  commandsUnread: Count,
  /** Entities with only part of their Commands ever read, none of them due. */
  commandsPartly: Count,
  /** Charged in the 60 days before the last 14, but not since; their sessions were read in time. */
  silent: someOf(NamedEntity.extend({ lastAt: Instant })),
  /** Their last Command failed, or was not verified. */
  failing: someOf(NamedEntity.extend({ command: Command, at: Instant })),
  /** The next planned Commands, whichever system planned them. */
  next: z.array(PlannedItem),
  planned: Count,
  /** The newest batches, and the newest of what other systems sent. */
  last: BatchList.pick({ batches: true, others: true }),
  asOf: Instant,
});
export type FleetCollective = z.infer<typeof FleetCollective>;

/** A session with its Entity. */
export const CollectiveSession = NamedEntity.extend({ session: ChargeSession });
export type CollectiveSession = z.infer<typeof CollectiveSession>;

/** Energy of one Entity in the unit of most sessions. */
export const EntityEnergy = NamedEntity.extend({ energy: z.number(), sessions: Count });
export type EntityEnergy = z.infer<typeof EntityEnergy>;

/** The charge sessions of a Collective's Entities in a period, from the store. */
export const CollectiveSessions = z.object({
  entities: Count,
  /** Sessions that start in the period, in all units and in none. */
  total: Count,
  /** Most sessions first; those without energy are in none. */
  units: z.array(UnitEnergy),
  /** Sessions with missing or zero energy, without an end, or that end before they start. */
  flagged: Count,
  /** Dates with a session, oldest first; energy in the first unit. */
  days: z.array(DayEnergy),
  /** Entities with the most energy in the first unit, and with the least; none is in both. */
  most: z.array(EntityEnergy),
  least: z.array(EntityEnergy),
  /** Entities of which the whole period is known, and that have no session in it. */
  without: Count,
  /** Entities of which no session was ever read. */
  never: someOf(NamedEntity),
  /** Entities whose sessions are known only from an instant after the period's start. */
  partial: someOf(NamedEntity.extend({ knownFrom: Instant })),
  /** Entities with unusable sessions in the last read; the sums include their other sessions. */
  partlyRead: someOf(NamedEntity.extend({ message: z.string(), triedAt: Instant })),
  /** Entities whose sessions could not be read at the last try. */
  failing: someOf(
    NamedEntity.extend({ message: z.string(), triedAt: Instant, readAt: Instant.nullable() }),
  ),
  /** The oldest of the last reads; null: none was read. */
  oldestAt: Instant.nullable(),
  /** From this day on values are provisional, as on the Collective's Overview. */
  provisionalFrom: PlainDate,
  /** Newest first. */
  rows: z.array(CollectiveSession),
  offset: Count,
  asOf: Instant,
});
export type CollectiveSessions = z.infer<typeof CollectiveSessions>;

const SessionsQuery = z.strictObject({
  start: Instant,
  end: Instant.optional(),
  zone: Zone,
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
});
export type CollectiveSessionsQuery = z.infer<typeof SessionsQuery>;

/** Routes for one Entity and one Collective in the fleet store. */
export const FLEET_ENTITY_ROUTES = {
  fleetEntity: get('/api/console/fleet/entities/{id}', {
    shows: ['fleet', 'batches'],
    answer: FleetEntity,
  }),
  /** Energy is up to today in the zone. */
  fleetCollective: get('/api/console/fleet/collectives/{id}', {
    shows: ['directory', 'fleet', 'batches'],
    query: z.strictObject({ zone: Zone }),
    answer: FleetCollective,
  }),
  /** Without an end the period reaches to now. */
  fleetCollectiveSessions: get('/api/console/fleet/collectives/{id}/sessions', {
    shows: ['fleet'],
    query: SessionsQuery,
    answer: CollectiveSessions,
  }),
};
