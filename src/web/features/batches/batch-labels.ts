import type { BatchPart, BatchSummary } from '../../../contract/console/batch.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { finalIn } from '../../../domain/batch-tally.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { isMoving } from '../../api/batches.ts';

/** Verb and count: "Stop charging on 62 Entities". */
export function batchTitle(batch: Pick<BatchSummary, 'items' | 'memberCount'>): string {
  return `${requestLabel(batch.items)} on ${formatCount(batch.memberCount, 'Entity', 'Entities')}`;
}

/** "48 of 60 Entities have a final state; 2 can still change; the outcome of 10 is unknown." */
export function stateLabel(part: BatchPart): string {
  const { total, open, counts } = part;
  const unknown = counts['unknown'] ?? 0;
  if (total === 0) return 'No Command of a known Entity is known.';
  if (open === 0 && unknown === 0) {
    return `All ${formatCount(total, 'Entity has', 'Entities have')} a final state.`;
  }
  if (counts['pending'] === total) {
    return `All ${formatCount(total, 'Entity is', 'Entities are')} pending.`;
  }
  const parts = [
    `${formatNumber(finalIn(part))} of ${formatCount(total, 'Entity', 'Entities')} have a final state`,
  ];
  if (open > 0) parts.push(`${formatNumber(open)} can still change`);
  if (unknown > 0) parts.push(`the outcome of ${formatNumber(unknown)} is unknown`);
  return `${parts.join('; ')}.`;
}

/** Whether states of a batch change now, so that places are kept for what comes; a plan that waits keeps none. */
export function isUnderWay(batch: BatchSummary): boolean {
  return isMoving(batch) && (batch.kind === 'now' || isRunning(batch, Date.now()));
}

/**
 * Index of the planned item that a page shows first: the last one that is due, else the first.
 * @param now milliseconds since the epoch
 */
export function dueItem({ items }: Pick<BatchSummary, 'items'>, now: number): number {
  const due = items.flatMap(({ triggerTime }, at) => {
    const ms = instantMs(triggerTime);
    return ms !== null && ms <= now ? [{ at, ms }] : [];
  });
  return due.toSorted((a, b) => b.ms - a.ms || a.at - b.at)[0]?.at ?? 0;
}
