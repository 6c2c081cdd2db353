import type { OthersPlans } from '../contract/console/others-commands.ts';
import type { PlannedItem } from '../contract/console/schedule.ts';
import { canStillTrigger } from './command-status.ts';

/** Planned Commands of the same type, value and time. */
export interface NextPlan {
  type: string | null;
  value: string | null;
  triggerTime: string;
  /** Commands that can still trigger. */
  commands: number;
  /** This console's plan; null: another system's. */
  ours: PlannedItem | null;
  /** Name of the Collective; null: none, or its Entities belong to several. */
  collectiveName: string | null;
}

/**
 * The plans of this console and of other systems, soonest first.
 * @param others null: not counted yet
 */
export function nextPlans(
  ours: readonly PlannedItem[],
  others: Pick<OthersPlans, 'next'> | null,
): NextPlan[] {
  return [
    ...ours.map((item): NextPlan => ({
      type: item.type,
      value: item.value,
      triggerTime: item.triggerTime,
      commands: item.open,
      ours: item,
      collectiveName: item.collectiveName,
    })),
    ...(others?.next ?? []).map(
      ({ type, value, triggerAt, verdictCounts, collective }): NextPlan => ({
        type,
        value,
        triggerTime: triggerAt,
        commands: Object.entries(verdictCounts).reduce(
          (sum, [verdict, count]) => sum + (canStillTrigger(verdict) ? count : 0),
          0,
        ),
        ours: null,
        collectiveName: collective?.name ?? null,
      }),
    ),
  ].toSorted((a, b) => Date.parse(a.triggerTime) - Date.parse(b.triggerTime));
}

/** The soonest plan of this console or another system for one Collective; null: none is known. */
export function nextPlanOf(of: {
  next: PlannedItem | null;
  others: OthersPlans | null;
}): NextPlan | null {
  return nextPlans(of.next === null ? [] : [of.next], of.others)[0] ?? null;
}
