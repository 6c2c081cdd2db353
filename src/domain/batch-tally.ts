import type { Reported, Verdict } from './command-status.ts';
import { VERDICTS, verdictOf } from './command-status.ts';

/** How many Entities of a batch are where. */
export interface BatchTally {
  total: number;
  counts: Readonly<Record<Verdict, number>>;
  /** Entities whose part can still change. */
  open: number;
  settled: boolean;
}

/** What of a row is counted; whether it is settled is the console's server to say. */
export type Countable = Reported & { settled: boolean };

/** Counts the rows of a batch by verdict. */
export function tallyBatch(rows: readonly Countable[]): BatchTally {
  const counts = {
    pending: 0,
    triggered: 0,
    sent: 0,
    acknowledged: 0,
    verified: 0,
    disproven: 0,
    failed: 0,
    canceled: 0,
    unknown: 0,
    unrecognised: 0,
  } satisfies Record<Verdict, number>;
  let open = 0;
  for (const row of rows) {
    counts[verdictOf(row)] += 1;
    if (!row.settled) open += 1;
  }
  return { total: rows.length, counts, open, settled: open === 0 && counts.unknown === 0 };
}

/** The verdicts that occur in a tally, in the order of the vocabulary. */
export function presentVerdicts(tally: BatchTally): Verdict[] {
  return VERDICTS.filter((verdict) => tally.counts[verdict] > 0);
}
