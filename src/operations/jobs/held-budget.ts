import { UpstreamFault } from '../../http/fault.ts';
import { WaitEnded } from '../../store/store-health.ts';
import type { LimiterName, RequestBudgets } from './request-budget.ts';

/** Resolves once something may be sent, or rejects with WaitEnded when the signal aborts the wait. */
type Wait = (signal?: AbortSignal) => Promise<void>;

/**
 * A budget that sends nothing while the store cannot be written: answers could not be stored and would be requested
 * again and again. Changes also wait for room for their outcomes.
 */
export function heldBudget(
  budgets: RequestBudgets,
  { whenWritable, whenForChanges }: { whenWritable: Wait; whenForChanges: Wait },
): RequestBudgets {
  const wait = async (name: LimiterName, signal?: AbortSignal) => {
    try {
      await whenWritable(signal);
      if (name === 'jobs') await whenForChanges(signal);
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
          await wait(name, signal);
          await limiter.take(signal);
        },
        async run(send, signal) {
          await wait(name, signal);
          return limiter.run(send, signal);
        },
      };
    },
  };
}
