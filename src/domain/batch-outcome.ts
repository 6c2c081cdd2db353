import type { BatchSummary } from '../contract/console/batch.ts';
import { FAILED_VERDICTS, VERDICT_LABELS, VERDICTS, type Verdict } from './command-status.ts';
import { formatCount, formatNumber } from './format.ts';
import { isOpenOutcome } from './unknown-outcome.ts';

/** The parts of a batch that its outcome is computed from. */
export type OutcomeOf = Pick<
  BatchSummary,
  | 'outcome'
  | 'refusedBy'
  | 'items'
  | 'memberCount'
  | 'unaccounted'
  | 'verdictCounts'
  | 'alsoCommanded'
  | 'open'
  | 'resolution'
  | 'closing'
  | 'approval'
>;

/** The number of Commands in each state. */
export interface StateCount {
  verdict: Verdict;
  count: number;
}

/** States from proven success to unknown: the order in which an outcome lists them. */
const OUTCOME_ORDER: readonly Verdict[] = [
  'verified',
  'acknowledged',
  'sent',
  'triggered',
  'pending',
  'disproven',
  'failed',
  'canceled',
  'incapable',
  'unknown',
  'unrecognised',
  'unrequested',
];

/** States of Commands that have not ended. */
const OPEN: ReadonlySet<string> = new Set<Verdict>(['pending', 'triggered', 'sent']);

/** How many of some Commands have ended, by their counts per derived status. */
export function endedIn(counts: readonly StateCount[]): number {
  return counts.reduce((sum, { verdict, count }) => sum + (OPEN.has(verdict) ? 0 : count), 0);
}

/** Counts by derived status in vocabulary order; unrecognised statuses are left out. */
export function stateCounts(counts: Readonly<Record<string, number>>): StateCount[] {
  return VERDICTS.flatMap((verdict) => {
    const count = counts[verdict] ?? 0;
    return count > 0 ? [{ verdict, count }] : [];
  });
}

/**
 * The outcome of a batch, Command by Command. The one place that maps a summary to states; an
 * Entity that an accepted answer left out is unknown until a check or a person has decided.
 */
export function outcomeCounts(batch: OutcomeOf): StateCount[] {
  const { outcome, items, memberCount, unaccounted, verdictCounts } = batch;
  const counted = Object.entries(verdictCounts).reduce(
    (sum, [verdict, count]) => (verdict === 'unrequested' ? sum : sum + count),
    0,
  );
  const left = memberCount * Math.max(items.length, 1) - counted;
  const isOpen = outcome === 'accepted' && isOpenOutcome(batch);
  const unknown = isOpen && unaccounted > 0 ? Math.max(left, unaccounted) : 0;
  return stateCounts({ ...verdictCounts, unknown });
}

/** A derived status inside a sentence. */
export function stateLabel(verdict: Verdict): string {
  const label = VERDICT_LABELS[verdict];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/**
 * "10 of 60 verified, 50 failed": best state first; empty if nothing is counted. While Commands can still
 * change: "6 of 60 verified so far, 54 pending".
 * @param isOpen whether some can; by default derived from their states
 */
export function countsLabel(
  counts: readonly StateCount[],
  isOpen = counts.some(({ verdict }) => OPEN.has(verdict)),
): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return counts
    .toSorted((a, b) => OUTCOME_ORDER.indexOf(a.verdict) - OUTCOME_ORDER.indexOf(b.verdict))
    .map(({ verdict, count }, at) => {
      const of = at === 0 ? ` of ${formatNumber(total)}` : '';
      const soFar = at === 0 && isOpen && !OPEN.has(verdict) ? ' so far' : '';
      return `${formatNumber(count)}${of} ${stateLabel(verdict)}${soFar}`;
    })
    .join(', ');
}

/**
 * "3 failed, 2 not verified": each failure status with its own count, labelled like the tiles; never summed
 * up as failed. Empty if nothing failed.
 */
export function failuresLabel(counts: Readonly<Partial<Record<Verdict, number>>>): string {
  return FAILED_VERDICTS.flatMap((verdict) => {
    const count = counts[verdict] ?? 0;
    return count === 0 ? [] : [`${formatNumber(count)} ${stateLabel(verdict)}`];
  }).join(', ');
}

/** "2 also commanded": Entities in the answer that are not in the Collective; empty if none. */
function alsoCommandedLabel({ alsoCommanded }: Pick<BatchSummary, 'alsoCommanded'>): string {
  const entities = alsoCommanded?.entities ?? 0;
  return entities === 0 ? '' : `${formatNumber(entities)} also commanded`;
}

/** Only a dispatch that was never sent has certainly commanded no device: a gateway may have refused the answer. */
export function refusalLabel({ refusedBy }: Pick<BatchSummary, 'refusedBy'>): string {
  return refusedBy?.source === 'service'
    ? 'refused by the Service'
    : 'not sent: no device was commanded';
}

/** One line on the outcome of a batch: counts, and Entities commanded outside the Collective. */
export function batchOutcomeLabel(batch: OutcomeOf): string {
  if (batch.outcome === 'waiting') return 'not sent yet: somebody else must approve it';
  if (batch.outcome === 'sending') {
    return `being sent to ${formatCount(batch.memberCount, 'Entity', 'Entities')}`;
  }
  if (batch.outcome === 'refused') return refusalLabel(batch);
  const counts = countsLabel(outcomeCounts(batch), batch.open > 0);
  const nothing = batch.outcome === 'accepted' ? 'no Command is known' : '';
  return [counts || nothing, alsoCommandedLabel(batch)].filter(Boolean).join(' · ');
}
