import type { BatchSummary } from '../contract/console/batch.ts';
import { FAILED_VERDICTS } from './command-status.ts';

/** A batch stands out from so many failures on, and from this share of its Entities on. */
const FEWEST = 3;
const SHARE = 0.1;

/** How many Commands of a batch did not do what they were sent for. */
function failedOf({ verdictCounts }: Pick<BatchSummary, 'verdictCounts'>): number {
  return FAILED_VERDICTS.reduce((sum, verdict) => sum + (verdictCounts[verdict] ?? 0), 0);
}

/** Whether so many failed that an operator should look at the batch. */
export function isManyFailed(batch: Pick<BatchSummary, 'verdictCounts' | 'memberCount'>): boolean {
  return failedOf(batch) >= Math.max(FEWEST, batch.memberCount * SHARE);
}
