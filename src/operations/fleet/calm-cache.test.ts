import { beforeEach, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../../lib/testing/manual-clock.ts';
import { createCalmCache } from './calm-cache.ts';

let clock: ManualClock;
let version: number;
/** Ends the held computations, by key. */
let held: {
  key: string;
  end: (value: string) => void;
  fail: (error: Error) => void;
  spent: (ms: number) => void;
  giveWay: () => Promise<void>;
}[];
/** How often it yielded to other answers. */
let gaveWay: number;

beforeEach(() => {
  clock = manualClock();
  version = 1;
  held = [];
  gaveWay = 0;
});

function holding(goodFor = 1_000_000) {
  return createCalmCache<string>({
    clock,
    version: () => version,
    giveWay: async () => {
      gaveWay += 1;
    },
    compute: (key, { spent, giveWay }) =>
      new Promise((resolve, reject) => {
        const end = (value: string) => resolve({ value, goodUntil: clock.now() + goodFor });
        held.push({ key, end, fail: reject, spent, giveWay });
      }),
  });
}
/** Lets promises settle that wait only for each other. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Asks, and lets the computation take longer than a request waits. */
async function ask(cache: ReturnType<typeof holding>, key = 'a') {
  const asked = cache.get(key);
  await settled();
  clock.advance(50);
  return (await asked).value;
}
async function finish(value: string) {
  held.pop()?.end(value);
  await settled();
}

test('the first value is null during a long computation, and present once it has ended', async () => {
  const cache = holding();
  expect(await ask(cache)).toBeNull();
  await finish('one');
  expect(await ask(cache)).toBe('one');
  expect(held).toEqual([]);
});

test('all callers wait for a computation that ends soon', async () => {
  const cache = holding();
  const asked = [cache.get('a'), cache.get('a')];
  await settled();
  expect(held).toHaveLength(1);
  await finish('one');
  expect((await Promise.all(asked)).map(({ value }) => value)).toEqual(['one', 'one']);
});

test('computes again once the version rose, after a pause of twenty times the last computation', async () => {
  const cache = holding();
  const first = cache.get('a');
  await settled();
  clock.advance(60_000);
  await first;
  held[0]?.spent(300);
  held[0]?.spent(200);
  await finish('one');
  version += 1;
  clock.advance(9999);
  expect(await ask(cache)).toBe('one');
  expect(held).toEqual([]);
  clock.advance(1);
  expect(await ask(cache)).toBe('one');
  await finish('two');
  expect(await ask(cache)).toBe('two');
});

test('pauses at least two seconds, and at most thirty', async () => {
  const cache = holding();
  await ask(cache);
  held[0]?.spent(60_000);
  await finish('slow');
  version += 1;
  clock.advance(30_000);
  await ask(cache);
  expect(held).toHaveLength(1);
  held[0]?.spent(10);
  await finish('fast');
  version += 1;
  clock.advance(1900);
  await ask(cache);
  expect(held).toEqual([]);
  clock.advance(50);
  await ask(cache);
  expect(held).toHaveLength(1);
});

test('is behind while computing, and from the first change until the next value', async () => {
  const cache = holding();
  const isBehind = async () => {
    const asked = cache.get('a');
    await settled();
    clock.advance(50);
    return (await asked).isBehind;
  };
  expect(await isBehind()).toBe(true);
  await finish('one');
  expect(await isBehind()).toBe(false);
  version += 1;
  // Nothing is computed within the pause.
  expect(await isBehind()).toBe(true);
  expect(held).toEqual([]);
  clock.advance(30_000);
  expect(await isBehind()).toBe(true);
  await finish('two');
  expect(await isBehind()).toBe(false);
});

test('computes a value with an expiry again after it expires', async () => {
  const cache = holding(5000);
  await ask(cache);
  await finish('one');
  clock.advance(4000);
  await ask(cache);
  expect(held).toEqual([]);
  clock.advance(1000);
  await ask(cache);
  expect(held).toHaveLength(1);
});

test('yields to other answers, but not while a request waits for the value', async () => {
  const cache = holding();
  const first = cache.get('a');
  await settled();
  await held[0]?.giveWay();
  expect(gaveWay).toBe(0);
  clock.advance(50);
  await first;
  await held[0]?.giveWay();
  expect(gaveWay).toBe(1);
});

test('throws a failure of the first computation, and keeps an older value through later ones', async () => {
  const cache = holding();
  const first = cache.get('a');
  await settled();
  held.pop()?.fail(new Error('disk'));
  await expect(first).rejects.toThrow('disk');
  await ask(cache);
  await finish('one');
  version += 1;
  clock.advance(30_000);
  const again = cache.get('a');
  await settled();
  held.pop()?.fail(new Error('disk'));
  expect((await again).value).toBe('one');
});

test('keeps four keys, the most recently requested', async () => {
  const cache = holding();
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) {
    await ask(cache, key);
    await finish(key);
  }
  await ask(cache, 'a');
  expect(held).toEqual([]);
  await ask(cache, 'b');
  expect(held.map(({ key }) => key)).toEqual(['b']);
});
