import { UpstreamFault } from '../../http/fault.ts';
import type { Clock } from '../../lib/clock.ts';

/** The span in which the budget is counted, in milliseconds. */
const WINDOW_MS = 1000;
/** Allowance for timers that fire early and arrivals counted by another clock, in milliseconds. */
const MARGIN_MS = 25;
/** How far behind its even pace a limiter may catch up at once, in milliseconds. */
const CATCH_UP_MS = 50;

/** While the fleet waits, it gets at least one of this many grants. */
const FLEET_TURN = 8;

/** Kinds of work that take turns; `fleet` is read when none of the others has something to send. */
export type LimiterName = 'tracker' | 'resolver' | 'jobs' | 'fleet';

/** A share of the budget for one kind of work. */
export interface RequestBudget {
  /**
   * Waits until one request may be sent. It counts for the following second.
   * @throws UpstreamFault `aborted` when the signal aborts the wait; nothing counts then
   */
  take(signal?: AbortSignal): Promise<void>;
  /**
   * Waits the same way and sends it. It counts until a second after its end, so that the Service never sees
   * more in any second, however long requests are in flight.
   */
  run<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** One budget of requests to the Service for all background work. */
export interface RequestBudgets {
  /** Limiters with something to send take turns; `fleet` gets every eighth turn, or all that is left. */
  limiter(name: LimiterName): RequestBudget;
}

/**
 * Creates the budget. Requests are spread evenly, at the start too.
 * @param perSecond maximum requests in any second
 */
export function createRequestBudget(
  perSecond: number,
  clock: Pick<Clock, 'now' | 'after'>,
): RequestBudgets {
  const gapMs = WINDOW_MS / perSecond;
  const waiting = new Map<LimiterName, Set<() => void>>();
  const fleet = new Set<() => void>();
  /** Grants to others while the fleet waited. */
  let passedBy = 0;
  let free = perSecond;
  let nextAt = 0;
  let cancelTimer: (() => void) | null = null;

  /** The longest waiting request of the queue whose turn it is; that queue goes to the end. */
  const nextInTurn = (): (() => void) | null => {
    for (const [name, queue] of waiting) {
      const [first] = queue;
      if (first === undefined) continue;
      queue.delete(first);
      waiting.delete(name);
      waiting.set(name, queue);
      return first;
    }
    return null;
  };

  const nextWaiting = (): (() => void) | null => {
    const [first] = fleet;
    if (first === undefined) return nextInTurn();
    const other = passedBy >= FLEET_TURN - 1 ? null : nextInTurn();
    passedBy = other === null ? 0 : passedBy + 1;
    if (other === null) fleet.delete(first);
    return other ?? first;
  };

  const isWaiting = () => fleet.size > 0 || [...waiting.values()].some(({ size }) => size > 0);

  const grant = () => {
    cancelTimer = null;
    while (free > 0) {
      const now = clock.now();
      if (now < nextAt) {
        if (isWaiting()) cancelTimer = clock.after(Math.ceil(nextAt - now), grant);
        return;
      }
      const go = nextWaiting();
      if (go === null) return;
      free -= 1;
      nextAt = Math.max(nextAt, now - CATCH_UP_MS) + gapMs;
      go();
    }
  };

  const giveBackLater = () => {
    clock.after(WINDOW_MS + MARGIN_MS, () => {
      free += 1;
      if (cancelTimer === null) grant();
    });
  };

  const enter = (queue: Set<() => void>, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const aborted = () =>
        new UpstreamFault('aborted', 'The request was aborted before it was sent.');
      if (signal?.aborted === true) {
        reject(aborted());
        return;
      }
      const giveUp = () => {
        queue.delete(go);
        reject(aborted());
      };
      const go = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      queue.add(go);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (cancelTimer === null) grant();
    });

  return {
    limiter(name) {
      const queue = name === 'fleet' ? fleet : (waiting.get(name) ?? new Set());
      if (name !== 'fleet') waiting.set(name, queue);
      return {
        async take(signal) {
          await enter(queue, signal);
          giveBackLater();
        },
        async run(send, signal) {
          await enter(queue, signal);
          try {
            return await send();
          } finally {
            giveBackLater();
          }
        },
      };
    },
  };
}
