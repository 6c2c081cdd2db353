import type { DryRun, DryRunGroup, DryRunGroupKind } from '../../../contract/console/dry-run.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import type { Segment } from '../../components/status/tally-bar.tsx';
import type { StatusStyle } from '../../theme/status.ts';

/** Label of each group of a dry run, after its count. */
export const GROUP_LABELS: Readonly<Record<DryRunGroupKind, string>> = {
  pending: 'have a Command that is still open',
  'just-finished': 'have just finished a Command: they can act unless their cooldown is not over',
  opposite: 'got the opposite Command last',
  failing: 'failed this Command the last three times',
  likely: 'are likely to fail: this Command failed last time',
  refused: 'are refused by the Service',
  offline: 'last reported being offline',
  unplugged: 'last reported not being plugged in',
  silent: `fell silent: not seen for ${SILENT_DAYS} days`,
  'features-off': 'have a feature that is off',
  'capture-off': 'do not capture charge sessions: an effect may not show',
  'nothing-known': 'have nothing known about them',
  offboarding: 'are being offboarded',
  'wrong-type': 'are of a type that does not support it',
  'unknown-type': 'are of unknown type',
};

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
