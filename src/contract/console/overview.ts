import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import { BatchSummary } from './batch.ts';
import { PlainDate } from './report-tariff.ts';
import { GET } from './route-parts.ts';
import { PlannedItem } from './schedule.ts';

const Count = z.int().nonnegative();

/** Commands by derived status. */
const VerdictCounts = z.record(z.string(), Count);

/** Something that an operator should look at, the most urgent first. */
export const Attention = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('outcome-unknown'), batch: BatchSummary }),
  z.object({ kind: z.literal('many-failed'), batch: BatchSummary, failed: Count }),
  /** Entities whose last three Commands all failed. */
  z.object({
    kind: z.literal('failing'),
    count: Count,
    entities: z.array(z.object({ id: Uuid, name: z.string().nullable() })),
  }),
  /** Entities that the Service does not know, or refuses, with our credentials. */
  z.object({ kind: z.literal('unreachable'), count: Count }),
  /** Entities whose places could not be read. */
  z.object({ kind: z.literal('places-failed'), count: Count }),
  /** Records of the directory that a newer fact contradicts. */
  z.object({ kind: z.literal('conflicts'), count: Count }),
]);
export type Attention = z.infer<typeof Attention>;

/** A Collective with what happened last and what comes next. */
export const OverviewRow = z.object({
  id: Uuid,
  name: z.string(),
  type: z.string().nullable(),
  entities: Count,
  lastBatch: BatchSummary.nullable(),
  next: PlannedItem.nullable(),
});
export type OverviewRow = z.infer<typeof OverviewRow>;

/** The whole fleet at a glance, from what this console has stored: nothing is asked of the Service. */
export const Overview = z.object({
  entities: z.object({ total: Count, unreachable: Count }),
  collectives: Count,
  /** Commands that were due on each of the last days, by their trigger time; the last day is today. */
  days: z.array(z.object({ date: PlainDate, verdictCounts: VerdictCounts })),
  /** The same of this day last week, up to this time of day. */
  weekAgo: VerdictCounts,
  /** Commands that are due and not final. */
  open: Count,
  unknown: z.object({ count: Count, newest: BatchSummary.nullable() }),
  /** The next planned Commands. */
  next: z.array(PlannedItem),
  planned: Count,
  /** Collectives, those that were commanded last first. */
  rows: z.array(OverviewRow),
  attention: z.array(Attention),
  /** What has been done at least once. */
  steps: z.object({
    directory: z.boolean(),
    places: z.boolean(),
    dispatched: z.boolean(),
    reported: z.boolean(),
  }),
  asOf: Instant,
});
export type Overview = z.infer<typeof Overview>;

export const OVERVIEW_ROUTES = {
  /** Days are counted in the zone. */
  overview: {
    ...GET,
    path: '/api/console/overview',
    query: z.strictObject({ zone: z.string().min(1).max(100) }),
    answer: Overview,
  },
} as const;
