import type { DryRunGroupKind } from '../../../contract/console/dry-run.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';

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

/** The verb before the age of a group's basis: an outcome, a state, or a read. */
export const AGE_LABELS: Readonly<Partial<Record<DryRunGroupKind, string>>> = {
  failing: 'failed',
  likely: 'failed',
  refused: 'refused',
  offline: 'said',
  unplugged: 'said',
  silent: 'last session',
  'features-off': 'read',
  'capture-off': 'read',
};
