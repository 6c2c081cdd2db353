import type { BatchSummary } from '../contract/console/batch.ts';
import type { Resolution } from '../contract/console/resolution.ts';
import { formatCount, formatNumber } from './format.ts';

/**
 * The result of the check of an unknown outcome, as a sentence without times.
 * @param resolution its result and counts of Entities
 */
export function resolutionMessage({
  verdict,
  total,
  counts,
}: Pick<Resolution, 'verdict' | 'total' | 'counts'>): string {
  const of = formatCount(total, 'Entity', 'Entities');
  if (verdict === null) {
    return `Reading Commands: ${formatNumber(total - counts.unchecked)} of ${of} read so far.`;
  }
  if (total === 0) return 'No Entities were known at the send, so nothing can be checked.';
  if (verdict === 'none') return `Not found on any of ${of}.`;
  if (verdict === 'too-early') {
    return `Not found on any of ${of} so far. The Service may still lag.`;
  }
  if (verdict === 'landed') return `Landed on all of ${of}.`;
  // While some are open, it may have landed on more Entities than the certain matches.
  const landed = verdict === 'partly' ? 'Landed' : 'Known to have landed';
  const parts = [`${landed} on ${formatNumber(counts.certain)} of ${of}`];
  if (counts.probable > 0) parts.push(`${formatNumber(counts.probable)} probable`);
  if (counts.none > 0) parts.push(`${formatNumber(counts.none)} not found`);
  if (counts.unchecked > 0) parts.push(`${formatNumber(counts.unchecked)} could not be checked`);
  return `${parts.join(', ')}.`;
}

/** Why the outcome of a batch is unknown, or the result of its check; null if it is known. */
export function unknownMessage(
  batch: Pick<BatchSummary, 'outcome' | 'resolution' | 'unknownCause'>,
): string | null {
  if (batch.outcome !== 'unknown') return null;
  return batch.resolution === null ? batch.unknownCause : resolutionMessage(batch.resolution);
}
