import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CommandHistory } from '../contract/console/batch.ts';
import { Schedule } from '../contract/console/schedule.ts';
import { CARS, FLEET } from './testing/console-harness.ts';
import { aCommand } from '../operations/dispatch/testing/stored-batch.ts';
import { consoleOfEachTest } from './testing/started-console.ts';

/** Maximum duration of a follow-up. */
const WITHIN_MS = 10_000;
vi.setConfig({ testTimeout: 2 * WITHIN_MS });
const TRIGGER = new Date(Date.now() + 3_600_000).toISOString();
const commands = CARS.map((entityId) => aCommand(randomUUID(), { entityId, triggerTime: TRIGGER }));
let cookie: string;
let batch: string;
const started = consoleOfEachTest();
beforeEach(async () => {
  cookie = await started.gridhelm.signIn('operator');
  batch = randomUUID();
  started.fake.answer = ({ method, path }) => {
    if (method === 'POST') return { status: 201, body: { batchId: randomUUID(), commands } };
    const command = commands.find((each) => path.includes(each.id));
    return { status: 200, body: method === 'PATCH' ? { ...command, status: 'Canceled' } : command };
  };
  const schedule = `POST /api/v1/collectives/${FLEET}/commands/schedule`;
  const body = [{ type: 'StopCharging', value: null, triggerTime: TRIGGER }];
  const response = await started.send(schedule, cookie, body, { 'idempotency-key': batch });
  if (response.status !== 201) throw new Error(`the dispatch got ${response.status}`);
});

const get = async (path: string) => {
  const response = await started.send(`GET /api/console${path}`, cookie);
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
};
const refresh = (id: string) => started.send(`POST /api/console/batches/${id}/refresh`, cookie);

describe('the routes of a batch', () => {
  test('read it again on request, at most once a second', async () => {
    const reads = () => started.fake.seen.filter((seen) => seen.method === 'GET').length;
    const before = reads();
    const both = await Promise.all([0, 1].map(() => refresh(batch)));
    const [response, again] = both.toSorted((a, b) => a.status - b.status);
    expect([response?.status, response?.json()]).toEqual([200, { queued: 2 }]);
    expect([again?.status, again?.headers['retry-after']]).toEqual([429, '1']);
    await vi.waitFor(() => {
      expect(reads()).toBe(before + 2);
    }, WITHIN_MS);
    expect((await refresh(randomUUID())).status).toBe(404);
  });

  test('return the history of a Command and the schedule', async () => {
    const history = CommandHistory.parse(await get(`/batches/${batch}/history?position=1`));
    expect(history.row.entityId).toBe(CARS[1]);
    expect(history.observations).toHaveLength(1);
    const schedule = Schedule.parse(await get(`/schedule?collectiveId=${FLEET}`));
    expect(schedule.items).toMatchObject([{ batch: { dispatchId: batch }, total: 2, open: 2 }]);
  });
});
