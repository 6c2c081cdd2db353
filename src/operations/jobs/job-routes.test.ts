import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditPage } from '../../contract/console/audit.ts';
import { BulkTargets, JobDetail, JobItems, Jobs } from '../../contract/console/job.ts';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import { Schedule } from '../../contract/console/schedule.ts';
import { consoleOfAllTests, consoleOfEachTest } from '../../server/testing/started-console.ts';
import { aCommand } from '../dispatch/testing/stored-batch.ts';

const WITHIN = { timeout: 10_000 };

const RUN = 'bbbbbbbb-0000-4000-8000-000000000001';
const NOBODY = 'bbbbbbbb-0000-4000-8000-00000000dead';

describe('bulk changes over HTTP', () => {
  const capacities = new Map<string, number>();
  let operator: string;
  let viewer: string;
  const started = consoleOfAllTests();
  beforeAll(async () => {
    operator = await started.gridhelm.signIn('operator');
    viewer = await started.gridhelm.signIn('viewer');
  });
  beforeEach(() => {
    started.fake.seen.length = 0;
    started.fake.answer = ({ method, path, body }) => {
      const id = /entities\/([^/]+)\/battery-capacity$/.exec(path)?.[1] ?? '';
      if (method === 'PUT') capacities.set(id, Number(/[\d.]+/.exec(body)?.[0]));
      return { status: 200, body: { batteryCapacity: capacities.get(id) ?? null } };
    };
  });

  const body = (more: object = {}) => ({
    id: RUN,
    reason: 'New packs',
    chosenBy: 'the file packs.csv',
    change: { kind: 'capacity' },
    items: CARS.map((entityId, at) => ({ entityId, capacity: 60 + at })),
    ...more,
  });
  const post = (path: string, sent?: object, cookie = operator) =>
    started.gridhelm.page(
      { method: 'POST', path, ...(sent === undefined ? {} : { body: sent }) },
      cookie,
    );
  const get = (path: string) => started.gridhelm.page({ path }, viewer);

  test('a viewer may look, not change', async () => {
    expect((await post('/api/console/bulk', body(), viewer)).status).toBe(403);
    expect((await post(`/api/console/bulk/${RUN}/stop`, undefined, viewer)).status).toBe(403);
    expect((await get('/api/console/bulk')).status).toBe(200);
    expect((await get(`/api/console/jobs/${RUN}`)).status).toBe(404);
    expect((await post(`/api/console/bulk/${RUN}/resume`)).status).toBe(404);
    expect(started.fake.seen).toEqual([]);
  });

  test.each([
    ['a capacity of zero', { items: [{ entityId: CARS[0], capacity: 0 }] }],
    ['an impossible capacity', { items: [{ entityId: CARS[0], capacity: 100_001 }] }],
    ['no rows', { items: [] }],
    ['a reason of two lines', { reason: 'a\nb' }],
    ['a feature without a name', { change: { kind: 'feature', feature: ' ', enabled: true } }],
  ])('%s is refused and nothing is stored', async (_what, more) => {
    expect((await post('/api/console/bulk', body(more))).status).toBe(400);
    expect(Jobs.parse((await get('/api/console/bulk')).json()).jobs).toEqual([]);
  });

  test('begins, finishes, shows its rows, and is recorded', async () => {
    const begun = await post('/api/console/bulk', body());
    expect(begun.status).toBe(201);
    expect((await post('/api/console/bulk', body())).status).toBe(200);
    await expect
      .poll(async () => JobDetail.parse((await get(`/api/console/jobs/${RUN}`)).json()).job.state, {
        timeout: 5000,
      })
      .toBe('done');
    const rows = JobItems.parse((await get(`/api/console/jobs/${RUN}/items?state=done`)).json());
    expect(rows.items.map(({ entityName, wanted }) => [entityName, wanted])).toEqual([
      ['Van 1', 60],
      ['Van 2', 61],
    ]);
    expect(started.fake.seen.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    const { jobs } = Jobs.parse((await get('/api/console/bulk')).json());
    expect(jobs).toMatchObject([{ id: RUN, chosenBy: 'the file packs.csv', reason: 'New packs' }]);
    const administrator = await started.gridhelm.signIn('administrator');
    const log = await started.gridhelm.page(
      { path: '/api/console/audit?action=bulk' },
      administrator,
    );
    expect(AuditPage.parse(log.json()).acts.map(({ outcome }) => outcome)).toContain('done');
  });

  test('an operator offboards, a viewer does not, and the audit log records it', async () => {
    const id = 'bbbbbbbb-0000-4000-8000-000000000002';
    const items = [{ entityId: CARS[0], capacity: null }];
    const sent = body({ id, change: { kind: 'offboarding' }, items });
    expect((await post('/api/console/bulk', sent, viewer)).status).toBe(403);
    expect(started.fake.seen).toEqual([]);
    const requestId = 'bbbbbbbb-0000-4000-8000-000000000003';
    started.fake.answer = ({ method }) =>
      method === 'POST'
        ? { status: 201, body: { id: requestId, status: 'Pending', data: { id: CARS[0] } } }
        : { status: 200, body: { data: [] } };
    const administrator = await started.gridhelm.signIn('administrator');
    expect((await post('/api/console/bulk', sent)).status).toBe(201);
    await expect
      .poll(
        async () =>
          JobItems.parse((await get(`/api/console/jobs/${id}/items`)).json()).items[0]?.requestId,
        { timeout: 5000 },
      )
      .toBe(requestId);
    expect((await post(`/api/console/bulk/${id}/resume`, undefined, viewer)).status).toBe(403);
    expect((await post(`/api/console/bulk/${id}/stop`)).status).toBe(200);
    const log = await started.gridhelm.page(
      { path: '/api/console/audit?action=bulk' },
      administrator,
    );
    const acts = AuditPage.parse(log.json()).acts.filter(
      ({ body: asked }) => asked?.includes('"kind":"offboarding"') === true,
    );
    expect(acts.map(({ operatorName, outcome }) => [operatorName, outcome])).toEqual([
      ['Jonas Verbeek', 'done'],
    ]);
  });

  test('names the target Entities: by ids in their order, or by a filter', async () => {
    const ids = [NOBODY, CARS[1], CARS[0], CARS[1]];
    const byIds = BulkTargets.parse((await post('/api/console/bulk-targets', { ids })).json());
    expect(byIds.entities.map(({ name }) => name)).toEqual([null, 'Van 2', 'Van 1']);
    expect([byIds.unknown, byIds.total]).toEqual([[NOBODY], 3]);
    const filter = { collective: FLEET, q: 'van 2' };
    const told = await post('/api/console/bulk-targets', { filter }, viewer);
    const found = BulkTargets.parse(told.json());
    expect([found.entities.map(({ id }) => id), found.total]).toEqual([[CARS[1]], 1]);
  });
});

describe('canceling a batch over HTTP', () => {
  const TRIGGER = new Date(Date.now() + 3_600_000).toISOString();
  const commands = CARS.map((entityId) =>
    aCommand(randomUUID(), { entityId, triggerTime: TRIGGER }),
  );
  let cookie: string;
  let batch: string;
  const started = consoleOfEachTest();
  beforeEach(async () => {
    cookie = await started.gridhelm.signIn('operator');
    batch = randomUUID();
    started.fake.answer = ({ method, path }) => {
      if (method === 'POST') return { status: 201, body: { batchId: randomUUID(), commands } };
      const command = commands.find((each) => path.includes(each.id));
      const body = method === 'PATCH' ? { ...command, status: 'Canceled' } : command;
      return { status: 200, body };
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
  const jobOf = async (id: string) => JobDetail.parse(await get(`/jobs/${id}`)).job;
  const patches = () => started.fake.seen.filter((seen) => seen.method === 'PATCH').length;

  test('cancels all, with one request for each Command', async () => {
    const id = randomUUID();
    const body = { id, reason: 'Wrong night', only: null };
    const both = await Promise.all([0, 1].map(() => post(`/batches/${batch}/sweeps`, body)));
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(both.map((response) => JobDetail.parse(response.json()).job.id)).toEqual([id, id]);
    await expect
      .poll(() => jobOf(id), WITHIN)
      .toMatchObject({ state: 'done', counts: { done: 2 } });
    expect(patches()).toBe(2);
    const { jobs } = Jobs.parse(await get(`/batches/${batch}/sweeps`));
    expect(jobs).toMatchObject([{ id, reason: 'Wrong night', total: 2 }]);
    expect(Jobs.parse(await get('/bulk')).jobs).toEqual([]);
    expect(Schedule.parse(await get('/schedule')).items).toEqual([]);
  });

  test('stops and resumes, by its own routes alone', async () => {
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
    await expect.poll(patches, WITHIN).toBeGreaterThan(0);
    expect((await post(`/bulk/${id}/stop`)).status).toBe(404);
    const stopped = JobDetail.parse((await post(`/sweeps/${id}/stop`)).json()).job;
    expect(stopped).toMatchObject({ state: 'stopped', total: 2 });
    release();
    const resumed = JobDetail.parse((await post(`/sweeps/${id}/resume`)).json()).job;
    expect(['running', 'done']).toContain(resumed.state);
    await expect.poll(async () => (await jobOf(id)).state, WITHIN).toBe('done');
    expect(patches()).toBe(2);
  });

  test('needs the permission, a known batch and a reason without line breaks', async () => {
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
