import type { BatchRow } from '../../../contract/console/batch.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { factsOf } from './row-facts.ts';

/** Figures of a batch beside its tally. */
interface BatchOverview {
  /** Commands that changed after their final state. */
  late: number;
  /** Commands that can still be canceled, as last seen, and their soonest trigger time. */
  cancellable: number;
  soonestMs: number | null;
  /** Planned item → derived status → number of Commands. */
  byItem: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

/** Counts everything the page shows, in one pass over the rows. */
export function overviewOf(rows: readonly BatchRow[]): BatchOverview {
  const byItem = new Map<string, Record<string, number>>();
  let late = 0;
  let cancellable = 0;
  let soonestMs: number | null = null;
  for (const row of rows) {
    const facts = factsOf(row);
    if (row.lateChangeAt !== null) late += 1;
    if (canCancel(row.status)) {
      cancellable += 1;
      if (facts.triggerMs !== null) soonestMs = Math.min(soonestMs ?? Infinity, facts.triggerMs);
    }
    if (row.commandId !== null) {
      const tally = byItem.get(facts.item) ?? {};
      tally[facts.verdict] = (tally[facts.verdict] ?? 0) + 1;
      byItem.set(facts.item, tally);
    }
  }
  return { late, cancellable, soonestMs, byItem };
}
