import type { Places, Priority, UpstreamClient } from '../../bff/upstream/client.ts';
import { UpstreamFault } from '../../http/fault.ts';
import { failure } from '../../http/problems.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ending } from '../../lib/ending.ts';
import { createTurns, type Queue } from '../../lib/turns.ts';
import { WaitEnded } from '../../store/store-health.ts';

/** The span in which the rate is counted, in milliseconds. */
const WINDOW_MS = 1000;
/** Allowance for timers that fire early and arrivals counted by another clock, in milliseconds. */
const MARGIN_MS = 25;
/** How far behind its even pace the rate may catch up at once, in milliseconds. */
const CATCH_UP_MS = 50;
/** Waiting dispatches, and waiting requests of operators, for each place in flight. */
const QUEUE_FACTOR = 4;
/** Maximum number of reads that one operator may have in flight to the Service. */
export const READS_PER_OPERATOR = 16;
const BUSY = { retryAfterS: 1 } as const;

/** Kinds of work within the rate. The first three are jobs and take turns; `fleet` is the background. */
type LimiterName = 'tracker' | 'resolver' | 'jobs' | 'fleet';

/** The share of the rate for one kind of work. */
export interface RequestBudget {
  /**
   * Waits until one request may be sent, and sends it. It counts until a second after its end, so that the Service
   * never sees more in any second, however long requests are in flight.
   * @throws UpstreamFault `aborted` when the signal aborts the wait; nothing counts then
   */
  run<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** The budget of all requests to the Service: places in flight for each, and a rate for what no operator waits for. */
export interface RequestBudgets extends Places {
  limiter(name: LimiterName): RequestBudget;
  /**
   * Counts a read of an operator, so that none takes the places of the others.
   * @returns a function that ends it
   * @throws Failure 429 above the limit
   */
  readOf(operatorId: string): () => void;
}

/** Resolves once something may be sent, or rejects with WaitEnded when the signal aborts the wait. */
type Wait = (signal?: AbortSignal) => Promise<void>;

const aborted = (cause?: unknown) =>
  new UpstreamFault('aborted', 'The request was aborted before it was sent.', { cause });

/** Waits in a queue until its entry is called. @throws UpstreamFault `aborted` */
function waitIn(queue: Queue, signal?: Ending): Promise<void> {
  if (signal?.aborted === true) return Promise.reject(aborted());
  return new Promise<void>((resolve, reject) => {
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
  });
}

function createPlaces(places: number): Places {
  const dispatches: Queue = new Set();
  const others = createTurns<Exclude<Priority, 'dispatch'>>([
    ['operator'],
    ['job'],
    ['background'],
  ]);
  let free = places;
  const leave = () => {
    const [first] = dispatches;
    if (first !== undefined) dispatches.delete(first);
    const next = first ?? others.next();
    if (next === null) free += 1;
    else next();
  };
  return {
    async enter(priority, signal) {
      const queue = priority === 'dispatch' ? dispatches : others.queueOf(priority);
      const isBounded = priority === 'dispatch' || priority === 'operator';
      if (free > 0) free -= 1;
      else if (isBounded && queue.size >= places * QUEUE_FACTOR) {
        const message = `The console already waits for ${places} answers of the Device Connectivity Service. Nothing was sent.`;
        throw new UpstreamFault('busy', message, BUSY);
      } else await waitIn(queue, signal);
      let isIn = true;
      return () => {
        if (isIn) leave();
        isIn = false;
      };
    },
  };
}

function createReadsOf(): RequestBudgets['readOf'] {
  const underWay = new Map<string, number>();
  return (operatorId) => {
    const count = underWay.get(operatorId) ?? 0;
    if (count >= READS_PER_OPERATOR) {
      const message = `${count} of your reads are in progress already. Wait for one of them to finish.`;
      const headers = { 'Retry-After': String(BUSY.retryAfterS) };
      throw failure(429, 'too_many_requests', message, { headers });
    }
    underWay.set(operatorId, count + 1);
    return () => {
      const left = (underWay.get(operatorId) ?? 1) - 1;
      if (left === 0) underWay.delete(operatorId);
      else underWay.set(operatorId, left);
    };
  };
}

/**
 * Creates the budget. Requests within the rate are spread evenly, at the start too.
 * @param perSecond maximum requests of jobs and of the background in any second
 * @param more.places maximum number of requests in flight; absent: no limit
 * @param more.whenWritable until when nothing is sent within the rate: its answer could not be stored, and would be
 *   requested again and again; `whenForChanges`: the same for jobs
 */
export function createRequestBudget(
  perSecond: number,
  clock: Pick<Clock, 'now' | 'after'>,
  more: { places?: number; whenWritable?: Wait; whenForChanges?: Wait } = {},
): RequestBudgets {
  const gapMs = WINDOW_MS / perSecond;
  const waiting = createTurns<LimiterName>([['tracker', 'resolver', 'jobs'], ['fleet']]);
  let free = perSecond;
  let nextAt = 0;
  let cancelTimer: (() => void) | null = null;

  const grant = () => {
    cancelTimer = null;
    while (free > 0 && !waiting.isEmpty()) {
      const now = clock.now();
      if (now < nextAt) {
        cancelTimer = clock.after(Math.ceil(nextAt - now), grant);
        return;
      }
      free -= 1;
      nextAt = Math.max(nextAt, now - CATCH_UP_MS) + gapMs;
      waiting.next()?.();
    }
  };
  const giveBack = () => {
    free += 1;
    if (cancelTimer === null) grant();
  };
  const granted = async (name: LimiterName, signal?: AbortSignal) => {
    try {
      await more.whenWritable?.(signal);
      if (name === 'jobs') await more.whenForChanges?.(signal);
    } catch (error) {
      throw error instanceof WaitEnded ? aborted(error) : error;
    }
    const isGranted = waitIn(waiting.queueOf(name), signal);
    if (cancelTimer === null) grant();
    await isGranted;
  };

  return {
    ...createPlaces(more.places ?? Infinity),
    readOf: createReadsOf(),
    limiter: (name) => ({
      async run(send, signal) {
        await granted(name, signal);
        try {
          return await send();
        } finally {
          clock.after(WINDOW_MS + MARGIN_MS, giveBack);
        }
      },
    }),
  };
}

/** The client with another priority for its calls. */
export function withPriority(
  upstream: UpstreamClient,
  priority: Exclude<Priority, 'dispatch'>,
): UpstreamClient {
  return {
    ...upstream,
    call: (endpoint, input, signal) => upstream.call(endpoint, input, signal, priority),
  };
}
