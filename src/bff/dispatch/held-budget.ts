import type { RequestBudgets } from './request-budget.ts';

/**
 * A budget that lets nothing go while the store cannot be written: what the Service answers could not be
 * kept, and would be asked for again and again.
 * @param whenWritable resolves once it can be written, or rejects when the signal ends the wait
 */
export function heldBudget(
  budgets: RequestBudgets,
  whenWritable: (signal?: AbortSignal) => Promise<void>,
): RequestBudgets {
  return {
    lane(name) {
      const lane = budgets.lane(name);
      return {
        async take(signal) {
          await whenWritable(signal);
          await lane.take(signal);
        },
        async run(send, signal) {
          await whenWritable(signal);
          return lane.run(send, signal);
        },
      };
    },
  };
}
