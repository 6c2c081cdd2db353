import type { DryRunGroupKind } from '../../../contract/console/dry-run.ts';

/** Label of each group of a dry run, after its count. */
export const GROUP_LABELS: Readonly<Record<DryRunGroupKind, string>> = {
  pending: 'have a Command that is still open',
  'just-finished': 'have just finished a Command',
  opposite: 'got the opposite Command last',
  failing: 'failed this Command the last three times',
  likely: 'are likely to fail',
  offboarding: 'are being offboarded',
  'wrong-type': 'are of a type that does not support it',
  'unknown-type': 'are of unknown type',
};
