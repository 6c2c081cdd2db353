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

/** Results of a check after which an unknown outcome needs no attention. */
const FINAL: ReadonlySet<string> = new Set(['landed', 'partly', 'none', 'uncheckable']);

type Known = Pick<BatchSummary, 'outcome' | 'unaccounted' | 'resolution'>;

/** Whether the Service's answer leaves, or once left, the outcome of some Entities unknown. */
export function isDoubtful({ outcome, unaccounted, resolution }: Known): boolean {
  if (outcome === 'unknown') return true;
  return outcome === 'accepted' && (unaccounted > 0 || resolution !== null);
}

/** Whether an outcome is unknown, with no decision by a check or a person. */
export function isUnresolved(batch: Known & Pick<BatchSummary, 'closing'>): boolean {
  const { resolution, closing } = batch;
  if (!isDoubtful(batch) || closing !== null) return false;
  return resolution?.state !== 'done' || !FINAL.has(resolution.verdict ?? '');
}

/**
 * Whether an outcome is unknown and not decided for good: what a check did not find may land until the horizon.
 * @param nowMs milliseconds since the epoch
 */
export function isUndecided(batch: Known & Pick<BatchSummary, 'closing'>, nowMs: number): boolean {
  const { resolution, closing } = batch;
  if (isUnresolved(batch)) return true;
  if (!isDoubtful(batch) || closing !== null || resolution?.verdict === 'landed') return false;
  return (instantMs(resolution?.horizonAt ?? null) ?? 0) > nowMs;
}
