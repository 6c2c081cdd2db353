import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { BatchSummary } from './batch.ts';
import { FACT_CHOICES } from './choices.ts';
import { PlainDate } from './report-tariff.ts';
import { PlannedItem } from './schedule.ts';

const Count = z.int().nonnegative();

/** Energy of the sessions that began in the last 30 UTC days, in the unit of most of them. */
export const RecentEnergy = z.object({
  /** Null: there were sessions, and none of them reports its energy. */
  value: z.number().nullable(),
  /** Null: none reported. */
  unit: z.string().nullable(),
  /** Sessions with other units, which are not in the value. */
  hasOthers: z.boolean(),
  /** The same per day; null: not known of this day. */
  days: z.array(z.number().nullable()),
  /** The last of the days. */
  until: PlainDate,
});
export type RecentEnergy = z.infer<typeof RecentEnergy>;

/** When something was read, and whether that is longer ago than it should be. */
const read = { readAt: Instant, isStale: z.boolean() };

/** What lists show of an Entity beside its record. Null: never read, or none is known. */
export const EntityFacts = z.object({
  /** The newest Command that is due. */
  last: z
    .object({
      verdict: z.string(),
      type: z.string().nullable(),
      /** Null: the Service does not say. */
      at: Instant.nullable(),
      /** Whether this console sent it. */
      isOurs: z.boolean(),
    })
    .nullable(),
  /** When its device was last known to be there: a session ended, or it answered a Command. */
  seenAt: Instant.nullable(),
  /** It had sessions, but none for 14 days. */
  isSilent: z.boolean(),
  /** Null: its sessions were never read. */
  energy: RecentEnergy.extend(read).nullable(),
  /** Null: never read. A value of null: the Service has none. */
  capacity: z.object({ value: z.number().nullable(), ...read }).nullable(),
  /** Null: never read. A value of null: the Entity does not have this feature. */
  capture: z.object({ isOn: z.boolean().nullable(), ...read }).nullable(),
  /** Its first Location: the label, or the coordinates. */
  place: z.string().nullable(),
  planned: z.object({ type: z.string().nullable(), at: Instant }).nullable(),
  /** Reads that failed the last time, and why the first of them did. */
  failing: z.object({ count: Count, message: z.string() }).nullable(),
  /** The oldest last read of its resources; null: none was read. */
  readAt: Instant.nullable(),
});
export type EntityFacts = z.infer<typeof EntityFacts>;

/** Filters by facts; each has one value. */
export const FACT_FILTERS = {
  /** The derived status of the last Command. */
  outcome: z.string().min(1).max(40).optional(),
  capacity: z.enum(FACT_CHOICES.capacity).optional(),
  capture: z.enum(FACT_CHOICES.capture).optional(),
  place: z.enum(FACT_CHOICES.place).optional(),
  reads: z.enum(FACT_CHOICES.reads).optional(),
  silent: z.literal('1').optional(),
  planned: z.literal('1').optional(),
} as const;

/** How much of something is known: of how many, of how many in all. */
const KnownOf = z.object({ known: Count, of: Count });

/** What the list of Collectives shows of one beside its record. */
export const CollectiveFacts = z.object({
  id: Uuid,
  /** Null: the sessions of none of its Entities were read. */
  energy: RecentEnergy.extend({
    /** Entities whose sessions were read. */
    readOf: KnownOf,
    /** The oldest read of these. */
    readAt: Instant,
    isStale: z.boolean(),
  }).nullable(),
  lastBatch: BatchSummary.nullable(),
  next: PlannedItem.nullable(),
  entities: Count,
  silent: Count,
  failing: Count,
  /** Entities of which nothing was read. */
  unread: Count,
});
export type CollectiveFacts = z.infer<typeof CollectiveFacts>;

export const AllCollectiveFacts = z.object({
  collectives: z.array(CollectiveFacts),
  asOf: Instant,
});
export type AllCollectiveFacts = z.infer<typeof AllCollectiveFacts>;

/** A part of the facts of all listed Entities, for files; without the days of their energy. */
export const EntityFactsPart = z.object({
  entities: z.array(z.object({ id: Uuid, facts: EntityFacts })),
  /** What the next part begins after; null: this was the last one. */
  next: Uuid.nullable(),
  asOf: Instant,
});
export type EntityFactsPart = z.infer<typeof EntityFactsPart>;
