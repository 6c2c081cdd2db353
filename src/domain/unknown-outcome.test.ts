import { expect, test } from 'vitest';
import type { BatchSummary } from '../contract/console/batch.ts';
import type { Resolution } from '../contract/console/resolution.ts';
import {
  isOpenOutcome,
  maySendAgain,
  unknownOutcomeText,
  type UnknownOutcomeOf,
} from './unknown-outcome.ts';

const NONE = { landed: 0, notFound: 0, person: 0, unread: 0 };
const HORIZON = '2026-03-02T14:32:31Z';
const check = (
  counts: Partial<Resolution['counts']>,
  more: Partial<Resolution> = {},
): UnknownOutcomeOf['resolution'] => ({
  state: 'done',
  checkedUntil: '2026-03-02T14:02:31Z',
  nextCheckAt: null,
  horizonAt: null,
  counts: { ...NONE, ...counts },
  failures: [],
  verdict: 'open',
  ...more,
});
const batchOf = (
  resolution: UnknownOutcomeOf['resolution'],
  more: Partial<BatchSummary> = {},
): UnknownOutcomeOf => ({
  outcome: 'unknown',
  memberCount: 46,
  unaccounted: 46,
  closing: null,
  ...more,
  resolution,
});
const closed = (verdict: 'landed' | 'not-landed') => ({
  closing: { verdict, reason: 'Asked', operatorName: 'Ada', at: '2026-03-02T15:00:00Z' },
});

test.each<[string, boolean, UnknownOutcomeOf]>([
  ['Answer lost; not checked yet', true, batchOf(null)],
  [
    'Answer lost; reading Commands, 12 of 46 Entities',
    true,
    batchOf(check({ landed: 12, unread: 34 }, { state: 'running', verdict: null })),
  ],
  ['Answer lost; found on all 46', false, batchOf(check({ landed: 46 }, { verdict: 'landed' }))],
  [
    'Answer lost; found on 40 of 46, not found on 6 until 14:02:31',
    true,
    batchOf(check({ landed: 40, notFound: 6 }, { verdict: 'partly', horizonAt: HORIZON })),
  ],
  [
    'Answer lost; found on 40 of 46, not landed on 6',
    false,
    batchOf(check({ landed: 40, notFound: 6 }, { verdict: 'partly' })),
  ],
  [
    'Answer lost; not found on any of 46 until 14:02:31',
    true,
    batchOf(check({ notFound: 46 }, { verdict: 'early', horizonAt: HORIZON })),
  ],
  [
    'Answer lost; not landed on any of 46',
    false,
    batchOf(check({ notFound: 46 }, { verdict: 'none' })),
  ],
  ['Answer lost; a person decides', true, batchOf(check({ person: 46 }))],
  [
    'Answer lost; found on 40 of 46, 2 not read, on 4 a person decides',
    true,
    batchOf(check({ landed: 40, unread: 2, person: 4 })),
  ],
  ['Answer lost; no Entity was known at the send, a person decides', true, batchOf(check({}))],
  ['Answer lost; closed as landed by Ada', false, batchOf(check({ person: 46 }), closed('landed'))],
  [
    'Answer left out 6 of 46; found on all 6',
    false,
    batchOf(check({ landed: 6 }, { verdict: 'landed' }), { outcome: 'accepted', unaccounted: 0 }),
  ],
])('%s', (text, isOpen, batch) => {
  expect(unknownOutcomeText(batch, 'UTC')).toBe(text);
  expect(isOpenOutcome(batch)).toBe(isOpen);
});

test('an accepted batch whose answer named all was never unknown', () => {
  const batch = batchOf(null, { outcome: 'accepted', unaccounted: 0 });
  expect([unknownOutcomeText(batch, 'UTC'), isOpenOutcome(batch)]).toEqual([null, false]);
});

const none = { verdict: 'none', horizonAt: HORIZON } as const;
test.each<[boolean, string, UnknownOutcomeOf]>([
  [true, 'nothing was found after the settling time', batchOf(check({ notFound: 46 }, none))],
  [false, 'the check runs', batchOf(check({ notFound: 46 }, { ...none, state: 'running' }))],
  [false, 'it is early', batchOf(check({ notFound: 46 }, { verdict: 'early' }))],
  [false, 'some landed', batchOf(check({ landed: 1, notFound: 45 }, { verdict: 'partly' }))],
  [false, 'a person decides', batchOf(check({ notFound: 45, person: 1 }))],
  [false, 'some are unread', batchOf(check({ notFound: 45, unread: 1 }))],
  [true, 'a person said that nothing landed', batchOf(check({ person: 46 }), closed('not-landed'))],
  [false, 'a person said that it landed', batchOf(check({ notFound: 46 }, none), closed('landed'))],
])('sending again is offered: %s, if %s', (offered, _when, batch) => {
  expect(maySendAgain({ ...batch, verdictCounts: {}, lateFindAt: null })).toBe(offered);
  // A Command that is known forbids it whatever a check says.
  expect(maySendAgain({ ...batch, verdictCounts: { sent: 1 }, lateFindAt: null })).toBe(false);
});
