import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { BatchSummary } from './batch.ts';
import { Count, KnownOf } from './counts.ts';
import { LeftOut } from './left-out.ts';
import { PlannedItem } from './schedule.ts';

/** Energy of the sessions that began in the last 30 days of the site, today included, in the unit of most of them. */
export const RecentEnergy = z.object({
  /** Null: no known session of these days has energy that can be added. */
  value: z.number().nullable(),
  /** Null: none reported. */
  unit: z.string().nullable(),
  /** Of these days, in all units and in none. */
  sessions: Count,
  leftOut: LeftOut,
  /** The same per day; null: not known of this day. */
  days: z.array(z.number().nullable()),
  /** The last of the days. */
  until: PlainDate,
  /** From this day on values are provisional: sessions that began then may not be computed or read yet. */
  provisionalFrom: PlainDate,
});
export type RecentEnergy = z.infer<typeof RecentEnergy>;

/** What the list of Collectives shows beside the record of each. */
export const CollectiveFacts = z.object({
  id: Uuid,
  /** Up to today in the requested zone. Null: the sessions of none of its Entities were read as a whole. */
  energy: RecentEnergy.extend({
    /** Entities with all of these days read, in time. */
    readOf: KnownOf,
    /** The oldest read of these. */
    readAt: Instant,
    isStale: z.boolean(),
  }).nullable(),
  /** The last one that took effect, not a planned one. */
  lastBatch: BatchSummary.nullable(),
  /** The next, whichever system planned it. */
  next: PlannedItem.nullable(),
  entities: Count,
  /** Entities whose Commands were read. */
  commandsRead: Count,
  /** Of the others, those with partly read Commands, or charge sessions. */
  commandsPartly: Count,
  sessionsPartly: Count,
  silent: Count,
  /** Entities with a last read that gave nothing; and others with a partial one. */
  failing: Count,
  partial: Count,
  /** Entities that were never read. */
  unread: Count,
});
export type CollectiveFacts = z.infer<typeof CollectiveFacts>;

export const AllCollectiveFacts = z.object({
  collectives: z.array(CollectiveFacts),
  asOf: Instant,
});
export type AllCollectiveFacts = z.infer<typeof AllCollectiveFacts>;
