import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { WaitEnded } from '../../store/store-health.ts';
import { createRequestBudget, type RequestBudget } from './request-budget.ts';

/** Lets promises that are ready run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Sends a request that is answered at once. */
const take = (limiter: RequestBudget, signal?: AbortSignal) => limiter.run(async () => {}, signal);

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
      void take(limiter).then(() => grants.push(clock.now() - start));
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
      void take(budget.limiter('tracker')).then(() => order.push('tracker'));
    }
    for (const name of ['jobs', 'resolver'] as const) {
      for (let each = 0; each < 3; each += 1) {
        void take(budget.limiter(name)).then(() => order.push(name));
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
        void take(budget.limiter(name)).then(() => order.push(name));
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
    await take(budget.limiter('tracker'));
    const abort = new AbortController();
    const givenUp = take(budget.limiter('fleet'), abort.signal);
    abort.abort();
    await expect(givenUp).rejects.toThrow('aborted');
    const granted: number[] = [];
    void take(budget.limiter('tracker')).then(() => granted.push(clock.now()));
    clock.advance(200);
    await settle();
    expect(granted).toHaveLength(1);
  });

  test('an aborted wait uses nothing of the budget', async () => {
    const clock = manualClock();
    const limiter = createRequestBudget(1, clock).limiter('tracker');
    await take(limiter);
    const abort = new AbortController();
    const givenUp = take(limiter, abort.signal);
    abort.abort();
    await expect(givenUp).rejects.toThrow('aborted');
    await expect(take(limiter, abort.signal)).rejects.toThrow('aborted');
    const granted: number[] = [];
    void take(limiter).then(() => granted.push(clock.now()));
    clock.advance(1025);
    await settle();
    expect(granted).toHaveLength(1);
  });

  test('a request that fails gives its place back', async () => {
    const clock = manualClock();
    const limiter = createRequestBudget(1, clock).limiter('tracker');
    await expect(limiter.run(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    const granted: number[] = [];
    void take(limiter).then(() => granted.push(clock.now()));
    clock.advance(1024);
    await settle();
    expect(granted).toHaveLength(0);
    clock.advance(1);
    await settle();
    expect(granted).toHaveLength(1);
  });
});

/** The same, and gives the place back. */
async function entered(order: string[], name: string, place: Promise<() => void>): Promise<void> {
  (await entering(order, name, place))();
}

/** Enters and notes when it gets its place. */
function entering(order: string[], name: string, place: Promise<() => void>) {
  return place.then((leave) => {
    order.push(name);
    return leave;
  });
}

describe('the places in flight', () => {
  const placesFor = (places: number) => createRequestBudget(20, manualClock(), { places });

  test('a dispatch passes the queue, even a full one', async () => {
    const budget = placesFor(1);
    const order: string[] = [];
    const leave = await budget.enter('operator');
    const waiting = [1, 2, 3, 4].map((at) =>
      entering(order, `read ${at}`, budget.enter('operator')),
    );
    await expect(budget.enter('operator')).rejects.toMatchObject({ kind: 'busy', retryAfterS: 1 });
    const urgent = entering(order, 'dispatch', budget.enter('dispatch'));
    leave();
    leave();
    (await urgent)();
    for (const place of waiting) (await place)();
    expect(order).toEqual(['dispatch', 'read 1', 'read 2', 'read 3', 'read 4']);
    // The place is free again, once.
    const again = await budget.enter('dispatch');
    const next = entering(order, 'next', budget.enter('operator'));
    await settle();
    expect(order).toHaveLength(5);
    again();
    (await next)();
  });

  test('dispatch, operator, job, background: in this order, and those who wait get an eighth', async () => {
    const budget = placesFor(1);
    const order: string[] = [];
    const leave = await budget.enter('background');
    const asked = [
      ...Array<'background'>(2).fill('background'),
      ...Array<'job'>(20).fill('job'),
      'operator',
      'dispatch',
    ] as const;
    const all = asked.map((name) => entered(order, name, budget.enter(name)));
    leave();
    await Promise.all(all);
    expect(order.slice(0, 3)).toEqual(['dispatch', 'operator', 'job']);
    const turns = order.flatMap((name, at) => (name === 'background' ? [at] : []));
    // The dispatch is not counted.
    expect(turns).toEqual([8, 16]);
  });

  test('jobs and the background wait however many they are', async () => {
    const budget = placesFor(1);
    const order: string[] = [];
    const leave = await budget.enter('operator');
    const all = Array.from({ length: 20 }, () =>
      entered(order, 'read', budget.enter('background')),
    );
    leave();
    await Promise.all(all);
    expect(order).toHaveLength(20);
  });

  test('an aborted wait frees its place in the queue', async () => {
    const budget = placesFor(1);
    const leave = await budget.enter('operator');
    const gone = new AbortController();
    const waiting = budget.enter('operator', gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
    const next = budget.enter('operator');
    leave();
    (await next)();
  });
});

describe('while the store cannot be written', () => {
  test('nothing is sent within the rate, and no change without room for its outcome', async () => {
    const clock = manualClock();
    let isWritable = () => {};
    let hasRoom = () => {};
    const budget = createRequestBudget(20, clock, {
      whenWritable: () => new Promise((resolve) => (isWritable = resolve)),
      whenForChanges: () => new Promise((resolve) => (hasRoom = resolve)),
    });
    const sent: string[] = [];
    const run = (name: 'jobs' | 'fleet') =>
      budget.limiter(name).run(async () => void sent.push(name));
    void run('fleet');
    await settle();
    expect(sent).toEqual([]);
    isWritable();
    await settle();
    expect(sent).toEqual(['fleet']);
    void run('jobs');
    isWritable();
    await settle();
    clock.advance(100);
    await settle();
    expect(sent).toEqual(['fleet']);
    hasRoom();
    await settle();
    expect(sent).toEqual(['fleet', 'jobs']);
  });

  test('an aborted wait is an aborted request', async () => {
    const budget = createRequestBudget(20, manualClock(), {
      whenWritable: () => Promise.reject(new WaitEnded()),
    });
    await expect(take(budget.limiter('fleet'))).rejects.toMatchObject({ kind: 'aborted' });
  });
});
