import { Instant, PlainDate } from '../primitives.ts';
import { z } from '../zod.ts';
import { ReportSums } from './report-result.ts';
import { KnownLate } from './report-run.ts';

/** First and last date of the period before, both inclusive. */
const period = { from: PlainDate, to: PlainDate };

/** What the Entities of a run amounted to in the period before it, by the same rules and tariff. */
export const ReportBefore = z.discriminatedUnion('state', [
  /** Being added up; to be asked for again soon. */
  z.object({ state: z.literal('adding'), ...period }),
  z.object({
    state: z.literal('known'),
    ...period,
    /** A row per energy unit, exact; none: there was no session. */
    totals: z.array(ReportSums),
    /** From here on its figures may still have grown since; null: none of them. */
    provisionalFrom: Instant.nullable(),
  }),
  /** Not added up, as sessions of that time are not known of every Entity. */
  z.object({
    state: z.literal('unknown'),
    ...period,
    /** Entities of which no sessions were read since that period ended. */
    entitiesUnread: z.int().nonnegative(),
    /** Entities of which only later sessions are known. */
    knownLate: KnownLate.nullable(),
  }),
  /** Not added up, as there are more than so many sessions. A run of that period can be made. */
  z.object({ state: z.literal('too-many'), ...period, most: z.int().positive() }),
]);
export type ReportBefore = z.infer<typeof ReportBefore>;
