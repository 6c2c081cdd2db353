import type { Reported, Verdict } from './command-status.ts';
import { VERDICTS, verdictOf } from './command-status.ts';

/** The number of a batch's Entities in each state. */
export interface BatchTally {
  total: number;
  counts: Readonly<Record<Verdict, number>>;
  /** Entities whose state can still change. */
  open: number;
  settled: boolean;
}

/** The parts of a row that are counted; the server decides whether it is settled. */
export type Countable = Reported & { settled: boolean };

/** Counts the rows of a batch by derived status. */
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
    unrequested: 0,
  } satisfies Record<Verdict, number>;
  let open = 0;
  for (const row of rows) {
    counts[verdictOf(row)] += 1;
    if (!row.settled) open += 1;
  }
  return { total: rows.length, counts, open, settled: open === 0 && counts.unknown === 0 };
}

/** How many are final: their state cannot change, and the outcome is not unknown. */
export function finalIn({ total, open, counts }: BatchTally): number {
  return total - open - counts.unknown;
}

/** The statuses that occur in a tally, in vocabulary order. */
export function presentVerdicts(tally: BatchTally): Verdict[] {
  return VERDICTS.filter((verdict) => tally.counts[verdict] > 0);
}
