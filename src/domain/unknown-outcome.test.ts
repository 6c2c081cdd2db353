import { expect, test } from 'vitest';
import type { BatchSummary } from '../contract/console/batch.ts';
import type { Resolution } from '../contract/console/resolution.ts';
import {
  isOpenOutcome,
  maySendAgain,
  unknownOutcomeText,
  type UnknownOutcomeOf,
} from './unknown-outcome.ts';

const HORIZON = '2026-03-02T14:32:31Z';
/** A batch whose answer was lost, after a check that found these of 46 Entities. */
const lost = (
  counts: Partial<Resolution['counts']> | null,
  found: Partial<Resolution> = {},
  more: Partial<BatchSummary> = {},
): UnknownOutcomeOf => ({
  outcome: 'unknown',
  memberCount: 46,
  unaccounted: 46,
  closing: null,
  ...more,
  resolution: counts && {
    state: 'done',
    checkedUntil: '2026-03-02T14:02:31Z',
    nextCheckAt: null,
    horizonAt: null,
    counts: { landed: 0, notFound: 0, person: 0, unread: 0, ...counts },
    failures: [],
    verdict: 'open',
    ...found,
  },
});
const closed = (verdict: 'landed' | 'not-landed') => ({
  closing: { verdict, reason: 'Asked', operatorName: 'Ada', at: '2026-03-02T15:00:00Z' },
});
const running = { state: 'running', verdict: null } as const;
const landed = { verdict: 'landed' } as const;
const partly = { verdict: 'partly' } as const;
const early = { verdict: 'early', horizonAt: HORIZON } as const;
const none = { verdict: 'none', horizonAt: HORIZON } as const;
const partlyEarly = { ...partly, horizonAt: HORIZON };
const accepted = { outcome: 'accepted', unaccounted: 0 } as const;

test.each<[string, boolean, UnknownOutcomeOf]>([
  ['lost; not checked yet', true, lost(null)],
  ['lost; reading Commands, 12 of 46 Entities', true, lost({ landed: 12, unread: 34 }, running)],
  ['lost; found on all 46', false, lost({ landed: 46 }, landed)],
  [
    'lost; found on 40 of 46, not found on 6 until 14:02:31',
    true,
    lost({ landed: 40, notFound: 6 }, partlyEarly),
  ],
  ['lost; found on 40 of 46, not landed on 6', false, lost({ landed: 40, notFound: 6 }, partly)],
  ['lost; not found on any of 46 until 14:02:31', true, lost({ notFound: 46 }, early)],
  ['lost; not landed on any of 46', false, lost({ notFound: 46 }, { verdict: 'none' })],
  ['lost; a person decides', true, lost({ person: 46 })],
  [
    'lost; found on 40 of 46, 2 not read, on 4 a person decides',
    true,
    lost({ landed: 40, unread: 2, person: 4 }),
  ],
  ['lost; no Entity was known at the send, a person decides', true, lost({})],
  ['lost; closed as landed by Ada', false, lost({ person: 46 }, {}, closed('landed'))],
  ['left out 6 of 46; found on all 6', false, lost({ landed: 6 }, landed, accepted)],
])('Answer %s', (text, isOpen, batch) => {
  expect(unknownOutcomeText(batch, 'UTC')).toBe(`Answer ${text}`);
  expect(isOpenOutcome(batch)).toBe(isOpen);
});

test('an accepted batch whose answer named all was never unknown', () => {
  const batch = lost(null, {}, accepted);
  expect([unknownOutcomeText(batch, 'UTC'), isOpenOutcome(batch)]).toEqual([null, false]);
});

test.each<[boolean, string, UnknownOutcomeOf]>([
  [true, 'nothing was found after the settling time', lost({ notFound: 46 }, none)],
  [false, 'the check runs', lost({ notFound: 46 }, { ...none, state: 'running' })],
  [false, 'it is early', lost({ notFound: 46 }, { verdict: 'early' })],
  [false, 'some landed', lost({ landed: 1, notFound: 45 }, partly)],
  [false, 'a person decides', lost({ notFound: 45, person: 1 })],
  [false, 'some are unread', lost({ notFound: 45, unread: 1 })],
  [true, 'a person said that nothing landed', lost({ person: 46 }, {}, closed('not-landed'))],
  [false, 'a person said that it landed', lost({ notFound: 46 }, none, closed('landed'))],
])('sending again is offered: %s, if %s', (offered, _when, batch) => {
  expect(maySendAgain({ ...batch, verdictCounts: {}, lateFindAt: null })).toBe(offered);
  // A Command that is known forbids it whatever a check says.
  expect(maySendAgain({ ...batch, verdictCounts: { sent: 1 }, lateFindAt: null })).toBe(false);
});
