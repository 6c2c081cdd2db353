import type { BatchSummary } from '../contract/console/batch.ts';
import { VERDICT_LABELS, VERDICTS, type Verdict } from './command-status.ts';
import { formatCount, formatNumber } from './format.ts';

/** What of a batch says how it did. */
export type OutcomeOf = Pick<
  BatchSummary,
  'outcome' | 'items' | 'memberCount' | 'unaccounted' | 'verdictCounts' | 'alsoCommanded'
>;

/** How many are in which state. */
export interface StateCount {
  verdict: Verdict;
  count: number;
}

/** From proven success to what nobody knows: the order in which an outcome is told. */
const TOLD: readonly Verdict[] = [
  'verified',
  'acknowledged',
  'sent',
  'triggered',
  'pending',
  'disproven',
  'failed',
  'canceled',
  'unknown',
  'unrecognised',
];

/** Counts by verdict in the order of the vocabulary; a verdict that is not known is left out. */
export function stateCounts(counts: Readonly<Record<string, number>>): StateCount[] {
  return VERDICTS.flatMap((verdict) => {
    const count = counts[verdict] ?? 0;
    return count > 0 ? [{ verdict, count }] : [];
  });
}

/**
 * What became of the known members of a batch, Command by Command. The one place that decides what of
 * a summary counts as which state; what an accepted answer left out is unknown until a check finds it.
 */
export function outcomeCounts(batch: OutcomeOf): StateCount[] {
  const { outcome, items, memberCount, unaccounted, verdictCounts } = batch;
  const counted = Object.values(verdictCounts).reduce((sum, count) => sum + count, 0);
  const left = memberCount * Math.max(items.length, 1) - counted;
  const unknown = outcome === 'accepted' && unaccounted > 0 ? Math.max(left, unaccounted) : 0;
  return stateCounts({ ...verdictCounts, unknown });
}

function stateLabel(verdict: Verdict): string {
  const label = VERDICT_LABELS[verdict];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** "10 of 60 verified, 50 failed": the best state first; empty where nothing is counted. */
export function countsLabel(counts: readonly StateCount[]): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return counts
    .toSorted((a, b) => TOLD.indexOf(a.verdict) - TOLD.indexOf(b.verdict))
    .map(({ verdict, count }, at) => {
      const of = at === 0 ? ` of ${formatNumber(total)}` : '';
      return `${formatNumber(count)}${of} ${stateLabel(verdict)}`;
    })
    .join(', ');
}

/** "2 also commanded": Entities that the answer named beside the members, or nothing. */
function alsoCommandedLabel({ alsoCommanded }: Pick<BatchSummary, 'alsoCommanded'>): string {
  const entities = alsoCommanded?.entities ?? 0;
  return entities === 0 ? '' : `${formatNumber(entities)} also commanded`;
}

/** What a batch did, in one line of words: counts, and who else was commanded. */
export function batchOutcomeLabel(batch: OutcomeOf): string {
  if (batch.outcome === 'sending') {
    return `being sent to ${formatCount(batch.memberCount, 'entity', 'entities')}`;
  }
  if (batch.outcome === 'refused') return 'no device was commanded';
  const counts = countsLabel(outcomeCounts(batch));
  const nothing = batch.outcome === 'accepted' ? 'no Command is known' : '';
  return [counts || nothing, alsoCommandedLabel(batch)].filter(Boolean).join(' · ');
}
