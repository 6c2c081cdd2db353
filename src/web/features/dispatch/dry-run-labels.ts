import type { DryRun, DryRunCount } from '../../../contract/console/dry-run.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { StatusStyle } from '../../theme/status.ts';

/** Label of each count of a dry run, after its number. */
export const COUNT_LABELS: Readonly<Record<DryRunCount, string>> = {
  'can-act': 'can act: nothing known prevents it',
  open: 'have a Command that is still open',
  failed: 'failed last time',
  away: 'are unreachable or being offboarded',
  'unknown-type': 'are of unknown type',
  'wrong-type': 'do not take it',
};

/** How each count is drawn. Not green: nothing is proven yet. */
export const COUNT_STYLES: Readonly<Record<DryRunCount, StatusStyle>> = {
  'can-act': { tone: 'teal', look: 'outline' },
  open: { tone: 'amber', look: 'hatched' },
  failed: { tone: 'amber', look: 'soft' },
  away: { tone: 'amber', look: 'hatched' },
  'unknown-type': { tone: 'grey', look: 'hatched' },
  'wrong-type': { tone: 'red', look: 'soft' },
};

/** The counts that are not zero, those that can act first. */
export function shownCounts({ counts }: DryRun): DryRun['counts'] {
  return counts.filter(({ count }) => count > 0).toReversed();
}

/** "46 of 60 can act, as far as is known". */
export function verdictTitle({ counts, memberCount }: DryRun): string {
  if (memberCount === 0) return 'No Entity is known';
  const many = (kind: DryRunCount) => counts.find((each) => each.kind === kind)?.count ?? 0;
  const acts = many('can-act');
  if (acts > 0) {
    return `${formatNumber(acts)} of ${formatNumber(memberCount)} can act, as far as is known`;
  }
  const of = formatCount(memberCount, 'Entity', 'Entities');
  return many('wrong-type') === memberCount
    ? `None of ${of} can act`
    : `It is unclear whether any of ${of} can act`;
}
