import { z } from '../zod.ts';
import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { BatchSummary } from './batch.ts';
import { Count, KnownOf, VerdictCounts } from './counts.ts';
import { Energy, FleetEnergy } from './energy.ts';
import { get, post } from '../route.ts';
import { PlannedItem } from './schedule.ts';

/** Identifies an item by its content: a new fault of the same kind has another key. */
const AttentionKey = z.string().regex(/^[a-z-]{1,40}:[\w:-]{1,120}$/);

/** Some Entities, the first few by name. */
const Entities = {
  key: AttentionKey,
  count: Count,
  entities: z.array(z.object({ id: Uuid, name: z.string().nullable() })),
};

/** Why reads failed, over all counted Entities. */
const Reasons = {
  /** The most common message, and how many have it. */
  reason: z.object({ message: z.string(), count: Count }),
  /** Number of different messages. */
  reasons: Count,
};

/** Something that needs an operator's attention, the most urgent first. */
export const Attention = z.discriminatedUnion('kind', [
  /** Dispatches that the operator who asks may approve; the one that expires first. */
  z.object({ kind: z.literal('approvals'), key: AttentionKey, batch: BatchSummary, count: Count }),
  z.object({ kind: z.literal('outcome-unknown'), key: AttentionKey, batch: BatchSummary }),
  z.object({
    kind: z.literal('many-failed'),
    key: AttentionKey,
    batch: BatchSummary,
    failed: Count,
  }),
  /** Planned Commands of Entities that are archived or not reachable; the soonest such batch. */
  z.object({
    kind: z.literal('plans-blocked'),
    key: AttentionKey,
    batch: BatchSummary,
    commands: Count,
    batches: Count,
  }),
  /** Entities whose last three Commands all failed. */
  z.object({ kind: z.literal('failing'), ...Entities }),
  /**
   * All unreadable Entities, once a read failed three times or more for one that is not known as
   * unreachable; those are named.
   */
  z.object({ kind: z.literal('reads-failed'), ...Entities, ...Reasons }),
  /** The same for partly read Entities. */
  z.object({ kind: z.literal('reads-partial'), ...Entities, ...Reasons }),
  /** Entities that charged before, but not for some time. */
  z.object({ kind: z.literal('silent'), ...Entities }),
  /** Entities with a Pending offboarding request. */
  z.object({ kind: z.literal('offboardings'), ...Entities }),
  /** Entities that the Service does not know, or refuses, with our credentials. */
  z.object({ kind: z.literal('unreachable'), ...Entities }),
]);
export type Attention = z.infer<typeof Attention>;

/** Number of Entities by read state; the five add up to all of them. */
const ReadStates = z.object({
  /** Every regular read was in time. */
  fresh: Count,
  /** Everything was read once, but some reads are stale. */
  stale: Count,
  /** Something was never read, and its last read did not fail. */
  unread: Count,
  /** A last read was partial: some items could not be used. */
  partial: Count,
  /** A last read gave nothing. */
  unreadable: Count,
});

/** A Collective with its last batch and next plans. */
export const OverviewRow = z.object({
  id: Uuid,
  name: z.string(),
  type: z.string().nullable(),
  entities: Count,
  /** The last one that took effect, not a planned one. */
  lastBatch: BatchSummary.nullable(),
  /** The next, whichever system planned it. */
  next: PlannedItem.nullable(),
  /** Null while it is first computed. */
  energy: Energy,
});
export type OverviewRow = z.infer<typeof OverviewRow>;

/** The whole fleet at a glance, from what this console has stored: nothing is asked of the Service. */
export const Overview = z.object({
  entities: z.object({
    total: Count,
    unreachable: Count,
    /** These are not read, and in none of `reads`. */
    offboarded: Count,
    reads: ReadStates,
  }),
  collectives: Count,
  /**
   * Commands that were due on each of the last days, by their trigger time, those of other systems
   * included; the last day is today.
   */
  days: z.array(z.object({ date: PlainDate, verdictCounts: VerdictCounts })),
  /** The same of this day last week, up to this time of day. */
  weekAgo: VerdictCounts,
  /** Entities whose Commands were read. */
  commandsRead: KnownOf,
  /** Commands that are due and not final. */
  open: Count,
  unknown: z.object({ count: Count, newest: BatchSummary.nullable() }),
  /** The next planned Commands, whichever system planned them. */
  next: z.array(PlannedItem),
  planned: Count,
  /** Collectives, those that were commanded last first. */
  rows: z.array(OverviewRow),
  attention: z.array(Attention),
  energy: FleetEnergy,
  /** What has been done at least once. */
  steps: z.object({
    directory: z.boolean(),
    read: z.boolean(),
    dispatched: z.boolean(),
    reported: z.boolean(),
  }),
  asOf: Instant,
});
export type Overview = z.infer<typeof Overview>;

export const OVERVIEW_ROUTES = {
  /** Days are counted in the zone. */
  overview: get('/api/console/overview', {
    shows: ['directory', 'batches', 'fleet', 'attention'],
    query: z.strictObject({ zone: z.string().min(1).max(100) }),
    answer: Overview,
  }),
  /** Hides it from everyone for a day, or until it is about something else. */
  dismissAttention: post('/api/console/overview/dismissals', {
    touches: ['attention'],
    body: z.strictObject({ key: AttentionKey }),
  }),
};
