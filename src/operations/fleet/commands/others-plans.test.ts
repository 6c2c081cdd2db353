import { expect, test } from 'vitest';
import { createPlanCounter } from './others-plans.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const NAMES = new Map([
  ['farm', 'Solar farm'],
  ['depot', 'Depot'],
]);
const limit = { type: 'LimitFeedIn', value: '25000' };

test('Commands of the same type, value and time are one plan, while any of them can trigger', () => {
  const counter = createPlanCounter(NAMES);
  counter.add({ ...limit, trigger_at: NOW + 2 * MINUTE, verdict: 'unrecognised' }, []);
  counter.add({ ...limit, trigger_at: NOW + MINUTE, verdict: 'pending' }, []);
  counter.add({ ...limit, trigger_at: NOW + MINUTE, verdict: 'canceled' }, []);
  counter.add({ ...limit, value: '40000', trigger_at: NOW + MINUTE, verdict: 'pending' }, []);
  counter.add({ ...limit, trigger_at: NOW + 3 * MINUTE, verdict: 'canceled' }, []);
  const { plans, commands, next } = counter.plans();
  expect([plans, commands]).toEqual([3, 3]);
  expect(next.map(({ value, verdictCounts }) => [value, verdictCounts])).toEqual([
    ['25000', { pending: 1, canceled: 1 }],
    ['40000', { pending: 1 }],
    ['25000', { unrecognised: 1 }],
  ]);
});

test('names the soonest, and bounds the number of different times', () => {
  const counter = createPlanCounter(NAMES);
  for (let at = 5000; at >= 1; at -= 1) {
    counter.add({ ...limit, trigger_at: NOW + at, verdict: 'pending' }, []);
  }
  const { plans, commands, next } = counter.plans();
  expect([plans <= 2000, commands, next.length]).toEqual([true, 5000, 5]);
  expect(next[0]?.triggerAt).toBe(new Date(NOW + 1).toISOString());
});

test('a plan names the one Collective that contains all its Entities, if any', () => {
  const named = (...entities: string[][]) => {
    const counter = createPlanCounter(NAMES);
    for (const collectives of entities) {
      counter.add({ ...limit, trigger_at: NOW + MINUTE, verdict: 'pending' }, collectives);
    }
    return counter.plans().next[0]?.collective;
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
