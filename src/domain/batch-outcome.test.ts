import { expect, test } from 'vitest';
import { batchOutcomeLabel, failuresLabel, type OutcomeOf } from './batch-outcome.ts';

const item = { type: 'StopCharging', value: null, triggerTime: null, plannedAs: null };
const label = (change: Partial<OutcomeOf>) =>
  batchOutcomeLabel({
    outcome: 'accepted',
    items: [item],
    memberCount: 60,
    unaccounted: 0,
    verdictCounts: {},
    ...change,
  });

test('the outcome of an accepted batch counts its Entities by state, best first', () => {
  expect(label({ verdictCounts: { failed: 50, verified: 10 } })).toBe(
    '10 of 60 verified, 50 failed',
  );
  expect(label({ verdictCounts: { verified: 60 } })).toBe('60 of 60 verified');
  expect(label({ verdictCounts: { disproven: 1, acknowledged: 59 } })).toBe(
    '59 of 60 acknowledged, 1 not verified',
  );
});

test('what failed and what was not verified are counted apart', () => {
  expect(failuresLabel({ disproven: 2, failed: 3, verified: 9 })).toBe('3 failed, 2 not verified');
  expect(failuresLabel({ disproven: 1 })).toBe('1 not verified');
  expect(failuresLabel({ verified: 9 })).toBe('');
});

test('Entities missing from the answer are unknown, and part of the count', () => {
  expect(label({ verdictCounts: { verified: 58 }, unaccounted: 2 })).toBe(
    '58 of 60 verified, 2 outcome unknown',
  );
  expect(label({ unaccounted: 60 })).toBe('60 of 60 outcome unknown');
  const schedule = { items: [item, item], memberCount: 2 };
  expect(label({ ...schedule, verdictCounts: { pending: 4 } })).toBe('4 of 4 pending');
  expect(label({ ...schedule, verdictCounts: { pending: 3 }, unaccounted: 1 })).toBe(
    '3 of 4 pending, 1 outcome unknown',
  );
  expect(label({ memberCount: 0 })).toBe('no Command is known');
});

test('Entities named only by the answer are counted separately', () => {
  const alsoCommanded = { entities: 2, open: 0, verdictCounts: { verified: 2 } };
  expect(label({ memberCount: 200, verdictCounts: { verified: 200 }, alsoCommanded })).toBe(
    '200 of 200 verified · 2 also commanded',
  );
});

test('a batch that was refused, is being sent or is unknown says nothing about single Entities', () => {
  expect(label({ outcome: 'refused' })).toBe('no device was commanded');
  expect(label({ outcome: 'sending' })).toBe('being sent to 60 Entities');
  expect(label({ outcome: 'unknown' })).toBe('');
  expect(label({ outcome: 'unknown', verdictCounts: { verified: 3 } })).toBe('3 of 3 verified');
});
