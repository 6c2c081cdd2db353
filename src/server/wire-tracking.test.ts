import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CommandHistory } from '../contract/console/batch.ts';
import { Schedule } from '../contract/console/schedule.ts';
import { Sweep, SweepDetail, SweepList } from '../contract/console/sweep.ts';
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
  const response = await started.gridhelm.page(
    {
      method: 'POST',
      path: `/api/v1/collectives/${FLEET}/commands/schedule`,
      headers: { 'idempotency-key': batch },
      body: [{ type: 'StopCharging', value: null, triggerTime: TRIGGER }],
    },
    cookie,
  );
  if (response.status !== 201) throw new Error(`the dispatch got ${response.status}`);
});

const get = async (path: string) => {
  const response = await started.gridhelm.page({ path: `/api/console${path}` }, cookie);
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
};
const post = (path: string, body?: object, by = cookie) =>
  started.gridhelm.page(
    { method: 'POST', path: `/api/console${path}`, ...(body === undefined ? {} : { body }) },
    by,
  );
const patches = () => started.fake.seen.filter((seen) => seen.method === 'PATCH').length;

describe('the routes of a batch', () => {
  test('read it again on request, at most once a second', async () => {
    const reads = () => started.fake.seen.filter((seen) => seen.method === 'GET').length;
    const before = reads();
    const both = await Promise.all([0, 1].map(() => post(`/batches/${batch}/refresh`)));
    const [response, again] = both.toSorted((a, b) => a.status - b.status);
    expect([response?.status, response?.json()]).toEqual([200, { queued: 2 }]);
    expect([again?.status, again?.headers['retry-after']]).toEqual([429, '1']);
    await vi.waitFor(() => {
      expect(reads()).toBe(before + 2);
    }, WITHIN_MS);
    expect((await post(`/batches/${randomUUID()}/refresh`)).status).toBe(404);
  });

  test('return the history of a Command and the schedule', async () => {
    const history = CommandHistory.parse(await get(`/batches/${batch}/history?position=1`));
    expect(history.row.entityId).toBe(CARS[1]);
    expect(history.observations).toHaveLength(1);
    const schedule = Schedule.parse(await get(`/schedule?collectiveId=${FLEET}`));
    expect(schedule.items).toMatchObject([{ dispatchId: batch, total: 2, open: 2 }]);
  });
});

describe('the routes of a sweep', () => {
  test('cancel a whole batch, with one request for each Command', async () => {
    const id = randomUUID();
    const body = { id, reason: 'Wrong night', only: null };
    const both = await Promise.all([
      post(`/batches/${batch}/sweeps`, body),
      post(`/batches/${batch}/sweeps`, body),
    ]);
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(both.map((response) => Sweep.parse(response.json()).id)).toEqual([id, id]);
    await vi.waitFor(async () => {
      const { sweep } = SweepDetail.parse(await get(`/sweeps/${id}`));
      expect(sweep).toMatchObject({ state: 'done', counts: { canceled: 2 } });
    }, WITHIN_MS);
    expect(patches()).toBe(2);
    const { sweeps } = SweepList.parse(await get(`/batches/${batch}/sweeps`));
    expect(sweeps).toMatchObject([{ id, reason: 'Wrong night', total: 2 }]);
    const schedule = Schedule.parse(await get('/schedule'));
    expect(schedule.items).toEqual([]);
  });

  test('stop and resume', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { answer } = started.fake;
    started.fake.answer = async (seen) => {
      if (seen.method === 'PATCH') await held;
      return answer(seen);
    };
    const id = randomUUID();
    await post(`/batches/${batch}/sweeps`, { id });
    await vi.waitFor(() => {
      expect(patches()).toBeGreaterThan(0);
    }, WITHIN_MS);
    const stopped = Sweep.parse((await post(`/sweeps/${id}/stop`)).json());
    expect(stopped).toMatchObject({ state: 'stopped', total: 2 });
    release();
    const resumed = Sweep.parse((await post(`/sweeps/${id}/resume`)).json());
    expect(['running', 'done']).toContain(resumed.state);
    await vi.waitFor(async () => {
      expect(SweepDetail.parse(await get(`/sweeps/${id}`)).sweep.state).toBe('done');
    }, WITHIN_MS);
    expect(patches()).toBe(2);
  });

  test('need the permission, a known batch and a reason without line breaks', async () => {
    const viewer = await started.gridhelm.signIn('viewer');
    const body = { id: randomUUID() };
    expect((await post(`/batches/${batch}/sweeps`, body, viewer)).status).toBe(403);
    expect((await post(`/batches/${randomUUID()}/sweeps`, body)).status).toBe(404);
    const broken = await post(`/batches/${batch}/sweeps`, { ...body, reason: 'a\nb' });
    expect(broken.status).toBe(400);
    expect((await post(`/sweeps/${randomUUID()}/stop`)).status).toBe(404);
    expect(patches()).toBe(0);
  });
});
