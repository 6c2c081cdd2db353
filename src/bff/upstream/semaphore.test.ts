import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Enters and notes when it gets its place. */
function entering(order: string[], name: string, place: Promise<() => void>) {
  return place.then((leave) => {
    order.push(name);
    return leave;
  });
}

test('`enterFirst` passes the queue, even a full one', async () => {
  const semaphore = createSemaphore(1, 2);
  const order: string[] = [];
  const leave = await semaphore.enter();
  const one = entering(order, 'one', semaphore.enter());
  const two = entering(order, 'two', semaphore.enter());
  await expect(semaphore.enter()).rejects.toMatchObject({ kind: 'busy', retryAfterS: 1 });
  const urgent = entering(order, 'urgent', semaphore.enterFirst());
  leave();
  leave();
  (await urgent)();
  (await one)();
  (await two)();
  expect(order).toEqual(['urgent', 'one', 'two']);
  // All places are free again; one is taken.
  const again = await semaphore.enterFirst();
  const next = entering(order, 'next', semaphore.enter());
  expect(order).toHaveLength(3);
  again();
  (await next)();
});

test('an aborted wait frees its place in the queue', async () => {
  const semaphore = createSemaphore(1, 1);
  const leave = await semaphore.enter();
  const gone = new AbortController();
  const waiting = semaphore.enter(gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  const next = semaphore.enter();
  leave();
  (await next)();
});
