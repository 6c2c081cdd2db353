import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

const Count = z.int().nonnegative();
const Text = z.string().min(1).max(200).optional();

/** Which Entities' places are included; archived Entities never are. */
const PlaceScope = z.strictObject({ collective: Uuid.optional() });

/** Which places a map or a list shows. */
export const PlaceFilter = PlaceScope.extend({
  /** Words that must all occur in the Entity's record or in the place's label. */
  q: z.string().max(200).optional(),
  /** Type of Entity; NO_VALUE for those without one. */
  type: Text,
});
export type PlaceFilter = z.infer<typeof PlaceFilter>;

const Degrees = z.coerce.number().min(-1000).max(1000).optional();

/** Most rows of one page of the list of places. */
export const PLACE_PAGE_MAX = 1000;

export const PlaceListQuery = PlaceFilter.extend({
  /** All four together: only places within, both ends included. A west beyond the east crosses the date line. */
  south: Degrees,
  west: Degrees,
  north: Degrees,
  east: Degrees,
  /** Only those with coordinates outside the valid range. */
  odd: z.literal('1').optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(PLACE_PAGE_MAX).optional(),
});
export type PlaceListQuery = z.infer<typeof PlaceListQuery>;

export const PlaceRow = z.object({
  id: Uuid,
  label: z.string().nullable(),
  /** As the Service reported it: it may be outside the valid range. */
  latitude: z.number(),
  longitude: z.number(),
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  /** The verdict of the newest due Command of the Entity that this console knows, or null. */
  outcome: z.string().nullable(),
  /** When it was read from the Service. */
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

/** `count`: places; `entities`: their Entities. */
const Group = z.object({ name: z.string().nullable(), count: Count, entities: Count });

/**
 * All places that a map can show, in compact columns: little-endian whole numbers in base64. The places of
 * an Entity are consecutive; otherwise rows are in no particular order.
 */
export const PlaceMap = z.object({
  count: Count,
  /** Entities that these places belong to. */
  entities: Count,
  /** Matching places outside the valid range. */
  odd: Count,
  /** Types of Entities by their number in `typeOf`; null: no type. */
  types: z.array(Group),
  /** Verdicts by their number in `outcomeOf`; null: no Command known. */
  outcomes: z.array(Group),
  /** Latitude and longitude in steps, 32 bits each, alternating. */
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
