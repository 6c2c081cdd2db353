import type { DryRunGroupKind } from '../../../contract/console/dispatch.ts';

/** What each group of a dry run is, after its number. */
export const GROUP_WORDS: Readonly<Record<DryRunGroupKind, string>> = {
  pending: 'have a Command that is still open',
  'just-finished': 'finished a Command just now',
  opposite: 'got the opposite Command last',
  failing: 'failed this Command the last three times',
  offboarding: 'are being offboarded',
  'wrong-type': 'are of a type that does not take it',
  'unknown-type': 'are of a type that is not known',
};
