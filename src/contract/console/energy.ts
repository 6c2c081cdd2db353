import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { LeftOut } from './left-out.ts';

const Count = z.int().nonnegative();

/**
 * Energy of charge sessions, each counted on the day on which it started. Units are never added to each
 * other: it is that of the unit with most sessions.
 */
export const Energy = z.object({
  /** Verbatim; null: none was reported. */
  unit: z.string().nullable(),
  /** Units of further sessions, which are not in these sums; an empty text for none reported. */
  otherUnits: z.array(z.string()),
  /** The date of the first value. */
  from: PlainDate,
  /** A value for each of 30 days, the last of which is today; null: no session was ever read. */
  days: z.array(z.number()).nullable(),
  /** Sessions of these days, also those that are in no sum: without any, nothing adds up to zero. */
  sessions: Count,
  /**
   * From this day on values are provisional: sessions that began then may not be computed by the Service, or
   * not be read yet.
   */
  provisionalFrom: PlainDate,
  /** The last 7 of these days; null: no session was ever read. */
  week: z
    .object({
      value: z.number(),
      /** The first of these days, as many as are not provisional, and the same days of the week before. */
      complete: z.object({ days: Count, value: z.number(), before: z.number() }),
    })
    .nullable(),
  /** All of these days; null: no session was ever read. */
  month: z.number().nullable(),
  /** What is not in these sums. */
  leftOut: z.object({ week: LeftOut, month: LeftOut }),
  known: z.object({
    /** Entities of which all sessions of these days are in the store: they were read in time, and back so far. */
    read: Count,
    /** Others of which some sessions are in these sums. */
    partly: Count,
    of: Count,
  }),
  /** When the sums were begun. */
  asOf: Instant,
});
export type Energy = z.infer<typeof Energy>;

/** Energy of the whole fleet, stacked by Collective. */
export const FleetEnergy = Energy.extend({
  /**
   * A value for each of the last 14 days, the last of which is today. Each Entity counts once: in its
   * Collective, or with all those that are in several.
   */
  stack: z.array(
    z.object({
      /** `others`: in another Collective, or in none. */
      kind: z.enum(['collective', 'several', 'others']),
      collective: z.object({ id: Uuid, name: z.string() }).nullable(),
      values: z.array(z.number()),
    }),
  ),
  /** The 14 days before, altogether. */
  previous: z.array(z.number()),
  /** What is in neither of the two. */
  drawnLeftOut: LeftOut,
});
export type FleetEnergy = z.infer<typeof FleetEnergy>;
