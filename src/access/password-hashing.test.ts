import { expect, test } from 'vitest';
import { Failure } from '../http/problems.ts';
import { createPasswordHashing } from './password-hashing.ts';

/** Hashing that ends when the test releases it. */
async function heldHashing() {
  const ends: (() => void)[] = [];
  const order: string[] = [];
  let held = false;
  let working = 0;
  const most = { atOnce: 0 };
  const hashing = await createPasswordHashing({
    hash: async (password) => `hash of ${password}`,
    async verify(stored, password) {
      order.push(password);
      working += 1;
      most.atOnce = Math.max(most.atOnce, working);
      if (held) await new Promise<void>((resolve) => ends.push(resolve));
      working -= 1;
      return stored === `hash of ${password}`;
    },
  });
  held = true;
  const endAll = async (all: readonly Promise<unknown>[]) => {
    const settled = Promise.allSettled(all);
    const over = { yet: false };
    void settled.then(() => (over.yet = true));
    while (!over.yet) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
    return settled;
  };
  return { hashing, order, most, endAll };
}

test('hashes two at a time, lets a few wait, and refuses the rest with Retry-After', async () => {
  const { hashing, order, most, endAll } = await heldHashing();
  const all = Array.from({ length: 300 }, (_, at) => hashing.verify('x', `p${at}`, 'others'));
  const refused = (await endAll(all)).flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof Failure ? [one.reason] : [],
  );
  expect([most.atOnce, order.length]).toEqual([2, 42]);
  expect(refused).toHaveLength(258);
  expect(refused[0]).toMatchObject({ status: 503, detail: { headers: { 'Retry-After': '5' } } });
});

test('a known browser does not wait behind strangers', async () => {
  const { hashing, order, endAll } = await heldHashing();
  const strangers = Array.from({ length: 300 }, () => hashing.verify('x', 'guess', 'others'));
  const owner = hashing.verify('hash of mine', 'mine', 'known');
  await endAll([...strangers, owner]);
  expect(await owner).toBe(true);
  expect(order.indexOf('mine')).toBe(2);
});

test('without a stored password, does the same work and rejects every password', async () => {
  const { hashing, order, endAll } = await heldHashing();
  const verifying = hashing.verify(null, 'x', 'others');
  await endAll([verifying]);
  expect([order, await verifying]).toEqual([['x'], false]);
});
