import { Instant, PlainDate } from '../primitives.ts';
import { z } from '../zod.ts';
import { ReportSums } from './report-result.ts';
import { KnownLate } from './report-run.ts';

/** First and last date of the period before, both inclusive. */
const period = { from: PlainDate, to: PlainDate };

/** Sums of a run's Entities in the period before it, by the same rules and tariff. */
export const ReportBefore = z.discriminatedUnion('state', [
  /** Being computed; ask again soon. */
  z.object({ state: z.literal('adding'), ...period }),
  z.object({
    state: z.literal('known'),
    ...period,
    /** A row per energy unit, exact; none: there was no session. */
    totals: z.array(ReportSums),
    /** From here on its figures may have grown since; null: none. */
    provisionalFrom: Instant.nullable(),
  }),
  /** Not computed, as sessions of that time are missing for some Entities. */
  z.object({
    state: z.literal('unknown'),
    ...period,
    /** Entities whose sessions were not read since that period ended. */
    entitiesUnread: z.int().nonnegative(),
    /** Entities with only later sessions known. */
    knownLate: KnownLate.nullable(),
  }),
  /** Not computed, as there are more sessions than this limit. A run of that period can be made. */
  z.object({ state: z.literal('too-many'), ...period, most: z.int().positive() }),
]);
export type ReportBefore = z.infer<typeof ReportBefore>;
