import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { BatchSummary } from './batch.ts';
import { Count, KnownOf } from './counts.ts';
import { LeftOut } from './left-out.ts';
import { OthersPlans } from './others-commands.ts';
import { PlannedItem } from './schedule.ts';

/** Energy of the sessions that began in the last 30 days, today included, in the unit of most of them. */
export const RecentEnergy = z.object({
  /** Null: no session with an energy that can be added is known of these days. */
  value: z.number().nullable(),
  /** Null: none reported. */
  unit: z.string().nullable(),
  leftOut: LeftOut,
  /** The same per day; null: not known of this day. */
  days: z.array(z.number().nullable()),
  /** The last of the days. */
  until: PlainDate,
  /** From this day on values are provisional: sessions that began then may not be computed or read yet. */
  provisionalFrom: PlainDate,
});
export type RecentEnergy = z.infer<typeof RecentEnergy>;

/** What the list of Collectives shows of one beside its record. */
export const CollectiveFacts = z.object({
  id: Uuid,
  /** By days of the zone that was asked for. Null: the sessions of none of its Entities were read as a whole. */
  energy: RecentEnergy.extend({
    /** Entities of which all of these days were read, in time. */
    readOf: KnownOf,
    /** The oldest read of these. */
    readAt: Instant,
    isStale: z.boolean(),
  }).nullable(),
  /** Its energy is being added up for the first time. */
  isAdding: z.boolean(),
  /** The last that has taken effect: not one that is only planned. */
  lastBatch: BatchSummary.nullable(),
  /** The next that this console planned. */
  next: PlannedItem.nullable(),
  /** Null while they are counted for the first time. */
  others: OthersPlans.nullable(),
  entities: Count,
  /** Entities whose Commands were read. */
  commandsRead: Count,
  /** Of the others, those of which a read told a part of the Commands, or of the charge sessions. */
  commandsPartly: Count,
  sessionsPartly: Count,
  silent: Count,
  /** Entities of which a read told nothing the last time; and the others of which one told a part. */
  failing: Count,
  partial: Count,
  /** Entities of which nothing was read. */
  unread: Count,
});
export type CollectiveFacts = z.infer<typeof CollectiveFacts>;

export const AllCollectiveFacts = z.object({
  collectives: z.array(CollectiveFacts),
  /** Whether newer energy is being added up. */
  isBehind: z.boolean(),
  asOf: Instant,
});
export type AllCollectiveFacts = z.infer<typeof AllCollectiveFacts>;
