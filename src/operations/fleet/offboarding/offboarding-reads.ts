import type { Kysely } from 'kysely';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { OUTAGE_PAUSE_MS, type OutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import { EndlessPages, readPages } from '../reads/read-pages.ts';
import { finishOffboardingRead, offboardingReadAt, storeOffboarding } from './offboarding-store.ts';

/** How often the list of all Offboarding Requests is read, in milliseconds. */
const EVERY_MS = 10 * 60_000;
/** The breaker's name for the list. */
const TARGET = 'offboarding';

/** Reads the list of Offboarding Requests again and again; `wake` starts it. */
export function createOffboardingReads(parts: {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Whether the store can be written; nothing is tried while it cannot. */
  isWritable(): boolean;
  /** Told after something changed. */
  onStored(): void;
  /** Told when the loop itself failed; it continues. */
  onError(error: unknown): void;
}): WorkLoop {
  const { db, clock, breaker, budget } = parts;
  const abort = new AbortController();
  const sizes = { isRefused: false };

  const read = async () => {
    const now = clock.now();
    const rows = await readPages(
      (endpoint, input) =>
        budget.run(() => parts.upstream.call(endpoint, input, abort.signal), abort.signal),
      ENDPOINTS.listOffboardingRequests,
      OffboardingRequest,
      { params: {}, query: {} },
      sizes,
    );
    breaker.answered(TARGET);
    const requests = rows.map(({ row }) => row);
    if (await storeOffboarding(db, requests, now)) parts.onStored();
    await finishOffboardingRead(db, now);
  };

  const loop = createWorkLoop({
    clock,
    async look() {
      if (breaker.waitMs() > 0) return breaker.waitMs();
      if (!parts.isWritable()) return OUTAGE_PAUSE_MS;
      const readAt = await offboardingReadAt(db);
      const waitMs = readAt === null ? 0 : readAt + EVERY_MS - clock.now();
      if (waitMs > 0) return Math.min(waitMs, EVERY_MS);
      try {
        await read();
      } catch (error) {
        if (loop.isStopped()) return EVERY_MS;
        if (!(error instanceof UpstreamFault || error instanceof EndlessPages)) throw error;
        // The next look is soon enough; the page of the requests shows what went wrong.
        breaker.failed(TARGET, error);
      }
      return EVERY_MS;
    },
    holdMs: () => 0,
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });
  return {
    ...loop,
    async stop() {
      abort.abort();
      await loop.stop();
    },
  };
}
