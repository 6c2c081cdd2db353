import type { BatchSummary } from '../contract/console/batch.ts';
import { FAILED_VERDICTS } from './command-status.ts';

/** A batch stands out with at least this many failures, and this share of its Entities. */
const FEWEST = 3;
const SHARE = 0.1;

/** How many Commands of a batch failed or were not verified. */
export function failedOf({ verdictCounts }: Pick<BatchSummary, 'verdictCounts'>): number {
  return FAILED_VERDICTS.reduce((sum, verdict) => sum + (verdictCounts[verdict] ?? 0), 0);
}

/** Whether enough failed for the batch to need attention. */
export function isManyFailed(batch: Pick<BatchSummary, 'verdictCounts' | 'memberCount'>): boolean {
  return failedOf(batch) >= Math.max(FEWEST, batch.memberCount * SHARE);
}
