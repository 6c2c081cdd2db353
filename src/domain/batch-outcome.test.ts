import { expect, test } from 'vitest';
import {
  batchOutcomeLabel,
  countsLabel,
  failuresLabel,
  stateCounts,
  type OutcomeOf,
} from './batch-outcome.ts';

const item = { type: 'StopCharging', value: null, triggerTime: null, plannedAs: null };
const label = (change: Partial<OutcomeOf>) =>
  batchOutcomeLabel({
    outcome: 'accepted',
    refusedBy: null,
    items: [item],
    memberCount: 60,
    unaccounted: 0,
    verdictCounts: {},
    open: 0,
    resolution: null,
    closing: null,
    ...change,
  });

test('the outcome of an accepted batch counts its Entities by state, best first', () => {
  const of = (verdictCounts: OutcomeOf['verdictCounts']) => label({ verdictCounts });
  expect(of({ failed: 50, verified: 10 })).toBe('10 of 60 verified, 50 failed');
  expect(of({ verified: 60 })).toBe('60 of 60 verified');
  expect(of({ disproven: 1, acknowledged: 59 })).toBe('59 of 60 acknowledged, 1 not verified');
});

test('while Commands are open, the first count says "so far"', () => {
  const of = (open: number, verdictCounts: OutcomeOf['verdictCounts']) =>
    label({ open, verdictCounts });
  const some = of(50, { verified: 6, failed: 4, pending: 50 });
  expect(some).toBe('6 of 60 verified so far, 50 pending, 4 failed');
  // Acknowledged ones can still be verified, which the states alone do not show.
  const acknowledged = of(54, { verified: 6, acknowledged: 54 });
  expect(acknowledged).toBe('6 of 60 verified so far, 54 acknowledged');
  expect(of(60, { pending: 60 })).toBe('60 of 60 pending');
  expect(countsLabel(stateCounts({ failed: 1, sent: 2 }))).toBe('2 of 3 sent, 1 failed');
  expect(countsLabel(stateCounts({ verified: 1, sent: 2 }))).toBe('1 of 3 verified so far, 2 sent');
});

test('counts failed and unverified Commands separately', () => {
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

test('Commands that were not requested leave their Entities unaccounted for', () => {
  const verdictCounts = { verified: 57, unrequested: 3 };
  expect(label({ verdictCounts, unaccounted: 3 })).toBe(
    '57 of 63 verified, 3 outcome unknown, 3 not requested',
  );
});

test('Entities named only by the answer are counted separately', () => {
  const alsoCommanded = { entities: 2, open: 0, verdictCounts: { verified: 2 } };
  expect(label({ memberCount: 200, verdictCounts: { verified: 200 }, alsoCommanded })).toBe(
    '200 of 200 verified · 2 also commanded',
  );
});

test('a refused, sending or unknown batch has no counts of Entities', () => {
  expect(label({ outcome: 'refused' })).toBe('not sent: no device was commanded');
  expect(label({ outcome: 'refused', refusedBy: { source: 'service', upstreamStatus: 409 } })).toBe(
    'refused by the Service',
  );
  expect(label({ outcome: 'sending' })).toBe('being sent to 60 Entities');
  expect(label({ outcome: 'unknown' })).toBe('');
  expect(label({ outcome: 'unknown', verdictCounts: { verified: 3 } })).toBe('3 of 3 verified');
});
