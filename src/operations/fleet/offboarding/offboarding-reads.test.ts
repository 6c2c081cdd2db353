import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { createOffboardingReads } from './offboarding-reads.ts';

const MINUTE_MS = 60_000;

const request = (status: string): OffboardingRequest => ({
  id: randomUUID(),
  principalId: null,
  status,
  data: { id: randomUUID(), components: null },
});

test('the list is read every ten minutes; what it does not name any more is forgotten', async () => {
  const clock = manualClock();
  const db = await memoryStore();
  const [first, second] = [request('Pending'), request('Succeeded')];
  let listed = [first, second];
  let asked = 0;
  let changes = 0;
  const reads = createOffboardingReads({
    db,
    clock,
    upstream: {
      async call() {
        asked += 1;
        await Promise.resolve();
        const body = { data: listed, meta: { continuationToken: null, pageSize: 25 } };
        return {
          status: 200,
          contentType: 'application/json',
          dateMs: null,
          retryAfterS: null,
          body: Buffer.from(JSON.stringify(body)),
        };
      },
    },
    budget: createRequestBudget(20, clock).limiter('fleet'),
    breaker: createOutageBreaker(clock),
    isWritable: () => true,
    onStored: () => (changes += 1),
    onError: (error) => expect.fail(String(error)),
  });
  const pass = async (ms: number) => {
    const end = clock.now() + ms;
    while (clock.now() < end) {
      clock.advance(Math.min(end - clock.now(), Math.max(1, clock.next() ?? ms)));
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const stored = async () =>
    (await db.selectFrom('offboarding_requests').select(['id', 'status']).execute()).toSorted(
      (a, b) => a.id.localeCompare(b.id),
    );
  reads.wake();
  await pass(9 * MINUTE_MS);
  expect([asked, changes]).toEqual([1, 1]);
  expect(await stored()).toHaveLength(2);
  listed = [{ ...first, status: 'Succeeded' }];
  await pass(10 * MINUTE_MS);
  expect([asked, changes]).toEqual([2, 2]);
  expect(await stored()).toEqual([{ id: first.id, status: 'Succeeded' }]);
  await reads.stop();
  await db.destroy();
});
