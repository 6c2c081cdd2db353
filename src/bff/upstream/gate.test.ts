import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

/** Enters and notes when it got its place. */
function entering(order: string[], name: string, place: Promise<() => void>) {
  return place.then((leave) => {
    order.push(name);
    return leave;
  });
}

test('who enters first passes the queue, even a full one', async () => {
  const gate = createGate(1, 2);
  const order: string[] = [];
  const leave = await gate.enter();
  const one = entering(order, 'one', gate.enter());
  const two = entering(order, 'two', gate.enter());
  await expect(gate.enter()).rejects.toMatchObject({ kind: 'busy', retryAfterS: 1 });
  const urgent = entering(order, 'urgent', gate.enterFirst());
  leave();
  leave();
  (await urgent)();
  (await one)();
  (await two)();
  expect(order).toEqual(['urgent', 'one', 'two']);
  // All places are free again, and only one.
  const again = await gate.enterFirst();
  const next = entering(order, 'next', gate.enter());
  expect(order).toHaveLength(3);
  again();
  (await next)();
});

test('a wait that is given up frees its place in the queue', async () => {
  const gate = createGate(1, 1);
  const leave = await gate.enter();
  const gone = new AbortController();
  const waiting = gate.enter(gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  const next = gate.enter();
  leave();
  (await next)();
});
