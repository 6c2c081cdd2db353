import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditPage } from '../../contract/console/audit.ts';
import { BulkItems, BulkRunDetail, BulkRuns, BulkTargets } from '../../contract/console/bulk.ts';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

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
    expect((await get(`/api/console/bulk/${RUN}`)).status).toBe(404);
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
    expect(BulkRuns.parse((await get('/api/console/bulk')).json()).runs).toEqual([]);
  });

  test('begins, finishes, shows its rows, and is recorded', async () => {
    const begun = await post('/api/console/bulk', body());
    expect(begun.status).toBe(201);
    expect((await post('/api/console/bulk', body())).status).toBe(200);
    await expect
      .poll(
        async () => BulkRunDetail.parse((await get(`/api/console/bulk/${RUN}`)).json()).run.state,
        { timeout: 5000 },
      )
      .toBe('done');
    const rows = BulkItems.parse((await get(`/api/console/bulk/${RUN}/items?state=done`)).json());
    expect(rows.items.map(({ entityName, wanted }) => [entityName, wanted])).toEqual([
      ['Van 1', 60],
      ['Van 2', 61],
    ]);
    expect(started.fake.seen.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    const { runs } = BulkRuns.parse((await get('/api/console/bulk')).json());
    expect(runs).toMatchObject([{ id: RUN, chosenBy: 'the file packs.csv', reason: 'New packs' }]);
    const administrator = await started.gridhelm.signIn('administrator');
    const log = await started.gridhelm.page(
      { path: '/api/console/audit?action=bulk' },
      administrator,
    );
    expect(AuditPage.parse(log.json()).rows.map(({ outcome }) => outcome)).toContain('done');
  });

  test('an offboarding needs the permission for it as well, and the audit log records it', async () => {
    const id = 'bbbbbbbb-0000-4000-8000-000000000002';
    const items = [{ entityId: CARS[0], capacity: null }];
    const sent = body({ id, change: { kind: 'offboarding' }, items });
    const refused = await post('/api/console/bulk', sent);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('The role operator may not offboard Entities.');
    expect(started.fake.seen).toEqual([]);
    const requestId = 'bbbbbbbb-0000-4000-8000-000000000003';
    started.fake.answer = ({ method }) =>
      method === 'POST'
        ? { status: 201, body: { id: requestId, status: 'Pending', data: { id: CARS[0] } } }
        : { status: 200, body: { data: [] } };
    const administrator = await started.gridhelm.signIn('administrator');
    expect((await post('/api/console/bulk', sent, administrator)).status).toBe(201);
    await expect
      .poll(
        async () =>
          BulkItems.parse((await get(`/api/console/bulk/${id}/items`)).json()).items[0]?.requestId,
        { timeout: 5000 },
      )
      .toBe(requestId);
    expect((await post(`/api/console/bulk/${id}/resume`)).status).toBe(403);
    expect((await post(`/api/console/bulk/${id}/stop`)).status).toBe(200);
    const log = await started.gridhelm.page(
      { path: '/api/console/audit?action=bulk' },
      administrator,
    );
    const begun = AuditPage.parse(log.json()).rows.filter(
      ({ outcome, body: asked }) =>
        outcome === 'begun' && asked?.includes('"kind":"offboarding"') === true,
    );
    expect(begun.map(({ operatorName }) => operatorName)).toEqual([
      'Tomasz Nowak',
      'Jonas Verbeek',
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
