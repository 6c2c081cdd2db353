import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantMs } from '../domain/instant.ts';
import { sessionSpan } from '../domain/session-maths.ts';
import { serviceUnderTest, TEST_START_MS, type ServiceUnderTest } from './test-support.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
/** A Command reaches its device some seconds after it is triggered. */
const REACHED_WITHIN_MS = 90 * SECOND;

let sut: ServiceUnderTest;
beforeAll(async () => {
  sut = await serviceUnderTest('demo');
});
afterAll(async () => {
  await sut.close();
});

test('a Command that stops charging shows in the sessions of that day, once they are computed', async () => {
  const fleet = sut.service.directory().collectives.find(({ type }) => type === 'Fleet');
  const collectiveId = fleet?.id ?? '';
  // At eight in the evening vans are in their depots and charge.
  sut.pass(11 * HOUR);
  const sentMs = TEST_START_MS + 11 * HOUR;
  const { body: batch } = await sut.call('sendCommand', {
    params: { collectiveId },
    body: { type: 'StopCharging', value: null },
  });
  expect(batch.commands).toHaveLength(fleet?.entities.length ?? 0);
  sut.pass(10 * 60 * SECOND);

  const start = new Date(sentMs - 24 * HOUR).toISOString();
  const sessionsAround = async (entityId: string) => {
    const { body } = await sut.call('listChargeSessions', {
      params: { entityId },
      query: { start, pageSize: 1000 },
    });
    return body.data.map(sessionSpan).filter(({ startMs, endMs }) => {
      return startMs !== null && endMs !== null && startMs < sentMs && endMs > sentMs;
    });
  };
  const before = await Promise.all(batch.commands.map((sent) => sessionsAround(sent.entityId)));
  expect(before.flat()).toEqual([]);

  sut.pass(24 * HOUR);
  let ended = 0;
  for (const sent of batch.commands) {
    const { body: command } = await sut.call('getCommand', {
      params: { entityId: sent.entityId, commandId: sent.id },
    });
    const running = await sessionsAround(sent.entityId);
    if (command.verification?.status !== 'Succeeded') continue;
    for (const { endMs } of running) {
      expect((endMs ?? 0) - (instantMs(sent.triggerTime) ?? 0)).toBeLessThan(REACHED_WITHIN_MS);
      ended += 1;
    }
  }
  expect(ended).toBeGreaterThan(0);
});
