import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCommand } from '../operations/dispatch/testing/stored-batch.ts';
import { cutWay } from '../store/testing/cut-way.ts';
import { postgresUrl } from '../store/testing/postgres-store.ts';
import { CARS, FLEET, startTestConsole } from './testing/console-harness.ts';
import { startFakeService } from './testing/fake-service.ts';

test('while the database cannot be reached nothing is sent; afterwards the console goes on by itself', async () => {
  const fake = await startFakeService();
  const commands = CARS.map((entityId) => aCommand(randomUUID(), { entityId }));
  fake.answer = ({ method }) =>
    method === 'POST' ? { status: 201, body: { batchId: randomUUID(), commands } } : 'reset';
  const way = await cutWay(await postgresUrl());
  const gridhelm = await startTestConsole(fake, { config: { databaseUrl: way.url } });
  const cookie = await gridhelm.signIn('operator');
  const dispatch = `POST /api/v1/collectives/${FLEET}/commands`;
  const send = (key: string) =>
    gridhelm.send(dispatch, cookie, { type: 'StopCharging' }, { 'idempotency-key': key });
  const posts = () => fake.seen.filter(({ method }) => method === 'POST');
  expect((await send(randomUUID())).status).toBe(201);
  way.cut(true);
  const key = randomUUID();
  // The session is known for a second, so the dispatch itself is refused.
  expect((await send(key)).code()).toEqual([503, 'store_unavailable']);
  const ready = async () => (await gridhelm.page({ path: '/readyz' })).status;
  await expect.poll(ready, { timeout: 5000 }).toBe(503);
  expect((await gridhelm.page({ path: '/healthz' })).status).toBe(200);
  expect(posts()).toHaveLength(1);
  way.cut(false);
  await expect.poll(async () => (await send(key)).status, { timeout: 10_000 }).toBe(201);
  expect(posts()).toHaveLength(2);
  await expect.poll(ready, { timeout: 5000 }).toBe(200);
  expect(gridhelm.logs.join('')).not.toContain(way.url);
  await gridhelm.running.close();
  await fake.close();
  way.close();
});
