import { expect, test } from 'vitest';
import { sharedReads } from './shared-reads.ts';

/** Reads that end when they are told to. */
function heldReads() {
  const shared = sharedReads<number>();
  const held: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const ask = (key = 'a') =>
    shared(key, () => new Promise<number>((resolve, reject) => held.push({ resolve, reject })));
  return { held, ask };
}

test('who asks while a read is under way shares the next one, and nothing read before they asked', async () => {
  const { held, ask } = heldReads();
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(held.length).toBe(1);
  held[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => held.length).toBe(2);
  const last = ask();
  held[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await expect.poll(() => held.length).toBe(3);
  held[2]?.resolve(3);
  expect(await last).toBe(3);
});

test('a failure is that of those who shared the read; others and other things are read by themselves', async () => {
  const { held, ask } = heldReads();
  const failed = ask();
  const next = ask();
  const other = ask('b');
  held[1]?.resolve(5);
  expect(await other).toBe(5);
  held[0]?.reject(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  await expect.poll(() => held.length).toBe(3);
  held[2]?.resolve(6);
  expect(await next).toBe(6);
});

test('once nobody asks, the next one reads at once', async () => {
  const { held, ask } = heldReads();
  const first = ask();
  held[0]?.resolve(1);
  await first;
  await expect
    .poll(async () => {
      const before = held.length;
      const asked = ask();
      const isAtOnce = held.length > before;
      while (held.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
      held.at(-1)?.resolve(2);
      expect(await asked).toBe(2);
      return isAtOnce;
    })
    .toBe(true);
});
