import { expect, test } from 'vitest';
import { createRoundCounter } from './others-rounds.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const NAMES = new Map([
  ['farm', 'Solar farm'],
  ['depot', 'Depot'],
]);
const limit = { type: 'LimitFeedIn', value: '25000' };

test('Commands of the same type, value and time are one round; planned ones are separate', () => {
  const rounds = createRoundCounter(NOW, NAMES);
  rounds.add({ ...limit, trigger_at: NOW - MINUTE, verdict: 'verified' }, []);
  rounds.add({ ...limit, trigger_at: NOW - MINUTE, verdict: 'failed' }, []);
  rounds.add({ ...limit, trigger_at: NOW - MINUTE, verdict: 'verified' }, []);
  rounds.add({ ...limit, value: '40000', trigger_at: NOW - MINUTE, verdict: 'verified' }, []);
  rounds.add({ type: 'Reset', value: null, trigger_at: NOW + MINUTE, verdict: 'pending' }, []);
  const triggerAt = new Date(NOW - MINUTE).toISOString();
  expect(rounds.listed()).toEqual({
    due: [
      { ...limit, triggerAt, verdictCounts: { verified: 2, failed: 1 }, collective: null },
      {
        type: 'LimitFeedIn',
        value: '40000',
        triggerAt,
        verdictCounts: { verified: 1 },
        collective: null,
      },
    ],
    planned: [
      {
        type: 'Reset',
        value: null,
        triggerAt: new Date(NOW + MINUTE).toISOString(),
        verdictCounts: { pending: 1 },
        collective: null,
      },
    ],
  });
});

test('plans are the rounds that can still trigger', () => {
  const rounds = createRoundCounter(NOW, NAMES);
  rounds.add({ ...limit, trigger_at: NOW + MINUTE, verdict: 'pending' }, []);
  rounds.add({ ...limit, trigger_at: NOW + MINUTE, verdict: 'canceled' }, []);
  rounds.add({ ...limit, trigger_at: NOW + 2 * MINUTE, verdict: 'unrecognised' }, []);
  rounds.add({ ...limit, trigger_at: NOW + 3 * MINUTE, verdict: 'canceled' }, []);
  rounds.add({ ...limit, trigger_at: NOW - MINUTE, verdict: 'pending' }, []);
  const { plans, commands, next } = rounds.plans();
  expect([plans, commands]).toEqual([2, 2]);
  expect(next.map(({ verdictCounts }) => verdictCounts)).toEqual([
    { pending: 1, canceled: 1 },
    { unrecognised: 1 },
  ]);
});

test('lists the rounds nearest to now first, and bounds the number of different times', () => {
  const rounds = createRoundCounter(NOW, NAMES);
  for (let at = 5000; at >= 1; at -= 1) {
    rounds.add({ ...limit, trigger_at: NOW - at, verdict: 'verified' }, []);
    rounds.add({ ...limit, trigger_at: NOW + at, verdict: 'pending' }, []);
  }
  const { due, planned } = rounds.listed();
  expect([due.length, planned.length]).toEqual([20, 20]);
  expect(due[0]?.triggerAt).toBe(new Date(NOW - 1).toISOString());
  expect(planned[0]?.triggerAt).toBe(new Date(NOW + 1).toISOString());
});

test('a round names the one Collective that contains all its Entities, if any', () => {
  const named = (...entities: string[][]) => {
    const rounds = createRoundCounter(NOW, NAMES);
    for (const collectives of entities) {
      rounds.add({ ...limit, trigger_at: NOW + MINUTE, verdict: 'pending' }, collectives);
    }
    return rounds.plans().next[0]?.collective;
  };
  const farm = { id: 'farm', name: 'Solar farm' };
  expect(named(['farm'], ['farm'])).toEqual(farm);
  expect(named(['farm', 'depot'], ['farm'])).toEqual(farm);
  // An archived one has no name.
  expect(named(['farm', 'archived'], ['archived', 'farm'])).toEqual(farm);
  expect(named(['farm'], ['depot'])).toBeNull();
  expect(named(['farm'], ['depot'], ['farm'])).toBeNull();
  expect(named(['farm'], [], ['farm'])).toBeNull();
  expect(named(['farm', 'depot'], ['depot', 'farm'])).toBeNull();
});
