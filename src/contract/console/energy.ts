import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { LeftOut } from './left-out.ts';

const Count = z.int().nonnegative();

/**
 * Energy of charge sessions, each counted on the day it started at its site. Units are never added to each other: this
 * is the unit with most sessions.
 */
export const Energy = z.object({
  /** Verbatim; null: none was reported. */
  unit: z.string().nullable(),
  /** Units of other sessions, which are not in these sums; an empty text if none was reported. */
  otherUnits: z.array(z.string()),
  /** The date of the first value. */
  from: PlainDate,
  /** A value for each of 30 days, the last of which is today; null: no session was ever read. */
  days: z.array(z.number()).nullable(),
  /** Sessions of these days, including those in no sum: zero is shown only if there are any. */
  sessions: Count,
  /**
   * From this day on values are provisional: sessions that began then may not be computed or read yet.
   */
  provisionalFrom: PlainDate,
  /** The last 7 of these days; null: no session was ever read. */
  week: z
    .object({
      value: z.number(),
      /** The first of these days that are not provisional, and the same days of the week before. */
      complete: z.object({ days: Count, value: z.number(), before: z.number() }),
    })
    .nullable(),
  /** All of these days; null: no session was ever read. */
  month: z.number().nullable(),
  /** Sessions that are not in these sums, or in doubt. */
  leftOut: z.object({ week: LeftOut, month: LeftOut }),
  known: z.object({
    /** Entities with all sessions of these days in the store: read in time, and far enough back. */
    read: Count,
    /** Other Entities with some sessions in these sums. */
    partly: Count,
    of: Count,
  }),
  /** When the sums were computed. */
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
  /** Sessions that are in neither of the two, or in doubt. */
  drawnLeftOut: LeftOut,
});
export type FleetEnergy = z.infer<typeof FleetEnergy>;
