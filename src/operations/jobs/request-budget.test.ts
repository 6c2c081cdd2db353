import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { createRequestBudget } from './request-budget.ts';

/** Lets promises that are ready run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** The maximum number of instants within one second. */
function mostInASecond(instants: readonly number[]): number {
  return Math.max(
    0,
    ...instants.map((at) => instants.filter((other) => other >= at && other < at + 1000).length),
  );
}

describe('the request budget', () => {
  test('never exceeds the limit in any second, whenever the requests come and however long they take', async () => {
    const wish = fc.record({
      pauseMs: fc.nat(400),
      lane: fc.constantFrom('tracker', 'resolver', 'jobs', 'fleet'),
      travelMs: fc.nat(600),
      answerMs: fc.nat(600),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(wish, { maxLength: 150 }),
        async (perSecond, wishes) => {
          const clock = manualClock();
          const budget = createRequestBudget(perSecond, clock);
          const arrivals: number[] = [];
          const later = (ms: number) =>
            new Promise<void>((resolve) => {
              clock.after(ms, resolve);
            });
          for (const { pauseMs, lane, travelMs, answerMs } of wishes) {
            void budget.limiter(lane).run(async () => {
              await later(travelMs);
              arrivals.push(clock.now());
              await later(answerMs);
            });
            for (let ms = 0; ms < pauseMs; ms += 10) {
              clock.advance(10);
              await settle();
            }
          }
          await settle();
          while (clock.next() !== null) {
            clock.advance(10);
            await settle();
          }
          expect(arrivals).toHaveLength(wishes.length);
          expect(mostInASecond(arrivals)).toBeLessThanOrEqual(perSecond);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('uses its full rate, evenly from the start', async () => {
    const clock = manualClock();
    const limiter = createRequestBudget(20, clock).limiter('tracker');
    const start = clock.now();
    const grants: number[] = [];
    for (let each = 0; each < 300; each += 1) {
      void limiter.take().then(() => grants.push(clock.now() - start));
    }
    for (let ms = 0; ms < 10_000; ms += 5) {
      clock.advance(5);
      await settle();
    }
    expect(grants.length).toBeGreaterThan(185);
    expect(grants.filter((at) => at < 100).length).toBeLessThanOrEqual(3);
  });

  test('limiters take turns, even if one has far more to send', async () => {
    const clock = manualClock();
    const budget = createRequestBudget(10, clock);
    const order: string[] = [];
    for (let each = 0; each < 50; each += 1) {
      void budget
        .limiter('tracker')
        .take()
        .then(() => order.push('tracker'));
    }
    for (const name of ['jobs', 'resolver'] as const) {
      for (let each = 0; each < 3; each += 1) {
        void budget
          .limiter(name)
          .take()
          .then(() => order.push(name));
      }
    }
    for (let ms = 0; ms < 2000; ms += 10) {
      clock.advance(10);
      await settle();
    }
    expect(order.slice(0, 10).filter((name) => name !== 'tracker')).toHaveLength(6);
  });

  /** Requests places from several limiters at once. @returns the limiters in the order of their grants */
  const orderOf = async (asked: readonly (readonly ['tracker' | 'jobs' | 'fleet', number])[]) => {
    const clock = manualClock();
    const budget = createRequestBudget(10, clock);
    const order: string[] = [];
    for (const [name, count] of asked) {
      for (let each = 0; each < count; each += 1) {
        void budget
          .limiter(name)
          .take()
          .then(() => order.push(name));
      }
    }
    for (let ms = 0; ms < 10_000; ms += 10) {
      clock.advance(10);
      await settle();
    }
    return order;
  };

  test('the fleet gets every eighth turn while others wait, however many they are', async () => {
    // The first place is free before anything else is queued.
    const [, ...order] = await orderOf([
      ['tracker', 33],
      ['fleet', 50],
      ['jobs', 30],
    ]);
    const turns = order.flatMap((name, at) => (name === 'fleet' ? [at] : []));
    expect(turns.slice(0, 6)).toEqual([7, 15, 23, 31, 39, 47]);
  });

  test('the fleet gets everything that others leave', async () => {
    const order = await orderOf([
      ['tracker', 3],
      ['fleet', 20],
    ]);
    expect(order).toEqual([
      ...Array<string>(3).fill('tracker'),
      ...Array<string>(20).fill('fleet'),
    ]);
  });

  test('an aborted wait of the fleet leaves its turn to others', async () => {
    const clock = manualClock();
    const budget = createRequestBudget(10, clock);
    await budget.limiter('tracker').take();
    const abort = new AbortController();
    const givenUp = budget.limiter('fleet').take(abort.signal);
    abort.abort();
    await expect(givenUp).rejects.toThrow('aborted');
    const granted: number[] = [];
    void budget
      .limiter('tracker')
      .take()
      .then(() => granted.push(clock.now()));
    clock.advance(200);
    await settle();
    expect(granted).toHaveLength(1);
  });

  test('an aborted wait uses nothing of the budget', async () => {
    const clock = manualClock();
    const limiter = createRequestBudget(1, clock).limiter('tracker');
    await limiter.take();
    const abort = new AbortController();
    const givenUp = limiter.take(abort.signal);
    abort.abort();
    await expect(givenUp).rejects.toThrow('aborted');
    await expect(limiter.take(abort.signal)).rejects.toThrow('aborted');
    const granted: number[] = [];
    void limiter.take().then(() => granted.push(clock.now()));
    clock.advance(1025);
    await settle();
    expect(granted).toHaveLength(1);
  });

  test('a request that fails gives its place back', async () => {
    const clock = manualClock();
    const limiter = createRequestBudget(1, clock).limiter('tracker');
    await expect(limiter.run(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    const granted: number[] = [];
    void limiter.take().then(() => granted.push(clock.now()));
    clock.advance(1024);
    await settle();
    expect(granted).toHaveLength(0);
    clock.advance(1);
    await settle();
    expect(granted).toHaveLength(1);
  });
});
