import { expect, test } from 'vitest';
import type { PlannedItem } from '../contract/console/schedule.ts';
import { nextPlanOf, nextPlans } from './next-plans.ts';

const ours: PlannedItem = {
  dispatchId: '00000000-0000-4000-8000-000000000001',
  collectiveId: '00000000-0000-4000-8000-000000000002',
  collectiveName: 'Vans',
  operatorName: 'Marta Silva',
  type: 'StopCharging',
  value: null,
  triggerTime: '2026-03-02T18:00:00Z',
  plannedAs: null,
  total: 60,
  open: 58,
  verdictCounts: { pending: 58, canceled: 2 },
  oldestObservedAt: '2026-03-02T12:00:00Z',
};
const round = (triggerAt: string, verdictCounts: Record<string, number>) => ({
  type: 'LimitFeedIn',
  value: '40000',
  triggerAt,
  verdictCounts,
  collective: { id: '00000000-0000-4000-8000-000000000003', name: 'Solar farm' },
});

test('orders plans of this console and of other systems together, by instant', () => {
  const others = {
    next: [
      round('2026-03-02T19:30:00+02:00', { pending: 25, canceled: 5 }),
      round('2026-03-03T11:00:00Z', { unrecognised: 1 }),
    ],
  };
  expect(nextPlans([ours], others).map((plan) => [plan.commands, plan.ours === null])).toEqual([
    [25, true],
    [58, false],
    [1, true],
  ]);
});

test('the next plan of a Collective may be from another system', () => {
  const others = { plans: 1, commands: 30, next: [round('2026-03-02T11:00:00Z', { pending: 30 })] };
  expect(nextPlanOf({ next: null, others })).toMatchObject({
    type: 'LimitFeedIn',
    ours: null,
    collectiveName: 'Solar farm',
  });
  expect(nextPlanOf({ next: ours, others: null })).toMatchObject({ ours: { total: 60 } });
  expect(nextPlanOf({ next: null, others: { plans: 0, commands: 0, next: [] } })).toBeNull();
});
