import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { WaitEnded } from '../../store/store-health.ts';
import type { RequestBudgets } from './request-budget.ts';

/**
 * A budget that sends nothing while the store cannot be written: answers could not be stored and would be requested
 * again and again.
 * @param whenWritable resolves once the store can be written, or rejects when the signal aborts the wait
 */
export function heldBudget(
  budgets: RequestBudgets,
  whenWritable: (signal?: AbortSignal) => Promise<void>,
): RequestBudgets {
  const wait = async (signal?: AbortSignal) => {
    try {
      await whenWritable(signal);
    } catch (error) {
      if (!(error instanceof WaitEnded)) throw error;
      throw new UpstreamFault('aborted', 'The request was aborted before it was sent.', {
        cause: error,
      });
    }
  };
  return {
    limiter(name) {
      const limiter = budgets.limiter(name);
      return {
        async take(signal) {
          await wait(signal);
          await limiter.take(signal);
        },
        async run(send, signal) {
          await wait(signal);
          return limiter.run(send, signal);
        },
      };
    },
  };
}
