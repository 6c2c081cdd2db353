import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestConsole } from '../../../server/testing/console-harness.ts';
import { CHANGE_ROOM, READ_ROOM } from '../../../store/disk-room.ts';
import { dispatchesOfEachTest, NOW } from '../testing/dispatch-world.ts';

const { started } = dispatchesOfEachTest();

test('with a nearly full disk a dispatch is refused before it is stored or sent; a sent one is still answered', async () => {
  let freeBytes = READ_ROOM;
  const small = await startTestConsole(started.fake, {
    freeBytes: () => Promise.resolve(freeBytes),
  });
  const cookie = await small.signIn('operator');
  const send = (key: string) =>
    small.send(`POST ${NOW}`, cookie, { type: 'StopCharging' }, { 'idempotency-key': key });
  const [sent, refused] = [randomUUID(), randomUUID()];
  expect((await send(sent)).status).toBe(201);
  freeBytes = CHANGE_ROOM - 1;
  const response = await send(refused);
  const refusal = expect.stringMatching(/nearly full.*nothing was sent/);
  expect(response.code()).toEqual([503, 'store_unavailable']);
  expect(response.refusal()).toEqual([503, refusal]);
  expect(started.posts()).toHaveLength(1);
  expect((await send(sent)).status).toBe(201);
  freeBytes = CHANGE_ROOM;
  expect((await send(refused)).status).toBe(201);
  expect(started.posts()).toHaveLength(2);
  await small.running.close();
});
