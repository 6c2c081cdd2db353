import type { DryRun, DryRunGroup } from '../../../contract/console/dry-run.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { Segment } from '../../components/status/tally-bar.tsx';
import type { StatusStyle } from '../../theme/status.ts';

/** How each expectation is drawn. Not green: nothing is proven yet. */
export const EFFECT_STYLES: Readonly<Record<DryRunGroup['effect'] | 'acts', StatusStyle>> = {
  acts: { tone: 'teal', look: 'outline' },
  fails: { tone: 'red', look: 'soft' },
  unclear: { tone: 'amber', look: 'hatched' },
  unknown: { tone: 'grey', look: 'hatched' },
  none: { tone: 'grey', look: 'soft' },
};

/** "46 of 60 can act, as far as is known". */
export function verdictTitle({ outlook, memberCount }: DryRun): string {
  const of = formatCount(memberCount, 'Entity', 'Entities');
  if (memberCount === 0) return 'No Entity is known';
  if (outlook.acts > 0)
    return `${formatNumber(outlook.acts)} of ${formatNumber(memberCount)} can act, as far as is known`;
  if (outlook.unclear === 0 && outlook.unknown > 0)
    return `It is not known whether any of ${of} can act`;
  if (outlook.unclear === 0) return `None of ${of} can act, as far as is known`;
  return `It is unclear whether any of ${of} can act`;
}

/** The bar of an outlook: each Entity once. */
export function outlookSegments({ outlook }: DryRun): Segment[] {
  const labels = {
    acts: 'Can act, as far as is known',
    unclear: 'Unclear',
    unknown: 'Nothing known',
    fails: 'Expected to fail',
  } as const;
  return (['acts', 'unknown', 'unclear', 'fails'] as const).map((key) => ({
    key,
    label: labels[key],
    count: outlook[key],
    style: EFFECT_STYLES[key],
  }));
}

/** The groups to show: counted ones, and those that could not be determined. */
export function shownGroups({ groups }: DryRun): readonly DryRunGroup[] {
  const order = ['fails', 'unclear', 'unknown', 'none'];
  return groups
    .filter(({ count }) => count !== 0)
    .toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect));
}

/** Whether an Entity is in more than one of the groups shown. */
export function overlaps(groups: readonly DryRunGroup[], members: number, acts: number): boolean {
  const counted = groups.filter(({ effect }) => effect !== 'none');
  return counted.reduce((sum, { count }) => sum + (count ?? 0), 0) > members - acts;
}
