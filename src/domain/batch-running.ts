import type { BatchSummary } from '../contract/console/batch.ts';
import { outcomeCounts, type OutcomeOf } from './batch-outcome.ts';
import { instantMs } from './instant.ts';

/** A schedule counts as running this long before its next trigger time, in ms. */
const SOON_MS = 60_000;

/**
 * Whether a batch is active now; one that only waits for its trigger time is not.
 * @param nowMs milliseconds since the epoch
 */
export function isRunning(
  batch: Pick<BatchSummary, 'nextTriggerAt' | 'open' | 'verdictCounts'>,
  nowMs: number,
): boolean {
  const next = instantMs(batch.nextTriggerAt);
  const waits = next !== null && next - nowMs > SOON_MS;
  return !waits || batch.open > (batch.verdictCounts['pending'] ?? 0);
}

/** Commands of a batch in a final state, and in total; those of unknown outcome are not final. */
export function progressOf(batch: OutcomeOf): {
  done: number;
  total: number;
} {
  const counts = outcomeCounts(batch);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const unknown = counts.find(({ verdict }) => verdict === 'unknown')?.count ?? 0;
  return { done: total - batch.open - unknown, total };
}
