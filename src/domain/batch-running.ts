import type { BatchSummary } from '../contract/console/batch.ts';
import { instantMs } from './instant.ts';

/** A schedule counts as running from this long before its next Command triggers, in ms. */
const SOON_MS = 60_000;

/**
 * Whether something happens to a batch now; one that only waits for its time does not run.
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

/** How many Commands of a batch have a final state, and how many it has. */
export function progressOf(batch: Pick<BatchSummary, 'open' | 'verdictCounts'>): {
  done: number;
  total: number;
} {
  const total = Object.values(batch.verdictCounts).reduce((sum, count) => sum + count, 0);
  return { done: total - batch.open, total };
}

/** Verdicts of a check after which an unknown outcome needs no attention. */
const FINAL: ReadonlySet<string> = new Set(['landed', 'partly', 'none', 'uncheckable']);

type Known = Pick<BatchSummary, 'outcome' | 'unaccounted' | 'resolution'>;

/** Whether the answer of the Service left, or once left, the outcome of some Entities unknown. */
export function isDoubtful({ outcome, unaccounted, resolution }: Known): boolean {
  if (outcome === 'unknown') return true;
  return outcome === 'accepted' && (unaccounted > 0 || resolution !== null);
}

/** Whether an outcome is unknown, and neither a check nor a person has decided it. */
export function isUnresolved(batch: Known & Pick<BatchSummary, 'closing'>): boolean {
  const { resolution, closing } = batch;
  if (!isDoubtful(batch) || closing !== null) return false;
  return resolution?.state !== 'done' || !FINAL.has(resolution.verdict ?? '');
}
