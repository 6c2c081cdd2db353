import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';

const Count = z.int().nonnegative();
const Text = z.string().min(1).max(200).optional();

/** Which Entities' places are meant; archived Entities never are. */
export const PlaceScope = z.strictObject({ collective: Uuid.optional() });

/** Which places a map or a list shows. */
export const PlaceFilter = PlaceScope.extend({
  /** Words that all have to occur in the Entity's record or in the place's label. */
  q: z.string().max(200).optional(),
  /** Type of Entity; NO_VALUE for those without one. */
  type: Text,
});
export type PlaceFilter = z.infer<typeof PlaceFilter>;

const Degrees = z.coerce.number().min(-1000).max(1000).optional();

/** Most rows of one page of the list of places. */
export const PLACE_PAGE_MAX = 1000;

export const PlaceListQuery = PlaceFilter.extend({
  /** All four together: only places within, both ends included. West beyond east goes over the date line. */
  south: Degrees,
  west: Degrees,
  north: Degrees,
  east: Degrees,
  /** Only those whose coordinates lie outside of the valid range. */
  odd: z.literal('1').optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(PLACE_PAGE_MAX).optional(),
});
export type PlaceListQuery = z.infer<typeof PlaceListQuery>;

export const PlaceRow = z.object({
  id: Uuid,
  label: z.string().nullable(),
  /** As the Service said it: it may lie outside of the valid range. */
  latitude: z.number(),
  longitude: z.number(),
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  /** The verdict of the newest due Command of the Entity that this console knows, or null. */
  outcome: z.string().nullable(),
  /** When the Service said so. */
  knownAt: Instant,
});
export type PlaceRow = z.infer<typeof PlaceRow>;

export const PlacePage = z.object({
  places: z.array(PlaceRow),
  total: Count,
  /** Entities that these places belong to. */
  entities: Count,
  offset: Count,
  asOf: Instant,
});
export type PlacePage = z.infer<typeof PlacePage>;

/** Steps of the map's coordinates in one degree: about a metre. */
export const MAP_STEPS = 100_000;

/** `count`: places; `entities`: those that they belong to. */
const Group = z.object({ name: z.string().nullable(), count: Count, entities: Count });

/**
 * All places that a map can show, in columns that are quick to read: little-endian whole numbers in
 * base64. The places of an Entity follow each other; otherwise rows are in no particular order.
 */
export const PlaceMap = z.object({
  count: Count,
  /** Entities that these places belong to. */
  entities: Count,
  /** Places that match and lie outside of the valid range. */
  odd: Count,
  /** Types of Entities by their number in `typeOf`; null: no type. */
  types: z.array(Group),
  /** Verdicts by their number in `outcomeOf`; null: no Command known. */
  outcomes: z.array(Group),
  /** Latitude and longitude in steps, 32 bits each, by turns. */
  points: z.string(),
  /** 16 bits each. */
  typeOf: z.string(),
  /** 8 bits each. */
  outcomeOf: z.string(),
  /** 8 bits each: 1 for the first place of an Entity, else 0. */
  startOf: z.string(),
  asOf: Instant,
});
export type PlaceMap = z.infer<typeof PlaceMap>;

/** `missing`: Entities whose places were never read; `failed`: those whose last read failed. */
export const GATHER_KINDS = ['all', 'missing', 'failed'] as const;

/** Begins to gather; the id makes pressing twice harmless. */
export const GatherRequest = z.strictObject({
  id: Uuid,
  /** Null: the whole directory. */
  collectiveId: optional(Uuid),
  only: z.enum(GATHER_KINDS),
});
export type GatherRequest = z.infer<typeof GatherRequest>;

/** One run of reading the Locations of many Entities. */
export const Gathering = z.object({
  id: Uuid,
  collectiveId: Uuid.nullable(),
  collectiveName: z.string().nullable(),
  only: z.enum(GATHER_KINDS),
  operatorName: z.string(),
  /** `stopped`: by an operator; it can be resumed. */
  state: z.enum(['running', 'stopped', 'done']),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Entities. */
  total: Count,
  done: Count,
  failed: Count,
  /** Requests to the Service so far. */
  requests: Count,
  /** Entities in the last minute, while it runs. */
  perMinute: z.number().nullable(),
  /** Why it waits, as the Service says, and until when; null while it does not. */
  paused: z.object({ message: z.string(), until: Instant }).nullable(),
});
export type Gathering = z.infer<typeof Gathering>;

/** What is known of places, and how far gathering is. */
export const PlaceStatus = z.object({
  /** The newest run, of whichever Entities. */
  gathering: Gathering.nullable(),
  entities: z.object({ total: Count, read: Count, failed: Count }),
  places: Count,
  odd: Count,
  /** Oldest and newest successful read. */
  oldestAt: Instant.nullable(),
  newestAt: Instant.nullable(),
  asOf: Instant,
});
export type PlaceStatus = z.infer<typeof PlaceStatus>;

/** An Entity whose places could not be read the last time. */
export const PlaceFailure = z.object({
  entityId: Uuid,
  entityName: z.string().nullable(),
  message: z.string(),
  at: Instant,
  /** When its places were read before that, or null. */
  readAt: Instant.nullable(),
});
export type PlaceFailure = z.infer<typeof PlaceFailure>;

export const PlaceFailures = z.object({
  failures: z.array(PlaceFailure),
  total: Count,
  asOf: Instant,
});
export type PlaceFailures = z.infer<typeof PlaceFailures>;

/** What came of reading one Entity again. */
export const PlaceReading = z.object({
  /** Null: it was read. */
  message: z.string().nullable(),
  places: Count,
});
export type PlaceReading = z.infer<typeof PlaceReading>;
