import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { PROXY_PREFIX } from '../../contract/console/headers.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { RouteShape } from '../../contract/route.ts';
import { Template } from '../../contract/console/template.ts';
import { z } from '../../contract/zod.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/schema/schema.ts';
import { ON_POSTGRES } from '../../store/testing/postgres-store.ts';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';
import { unknownDispatch } from '../../server/testing/unknown-dispatch.ts';
import { aCommand } from '../dispatch/testing/stored-batch.ts';
import { chargeSession, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { headOf } from './chain.ts';
import { verifyChain } from './verify.ts';

const id = (at: number) => `aaaaaaaa-0000-4000-8000-${String(at).padStart(12, '0')}`;
const [VAN] = CARS;
const SOON = new Date(Date.now() + 3_600_000).toISOString();
const PRICE = { kind: 'flat', price: '0.30' };
const TARIFF = {
  name: 'Night',
  currency: 'CHF',
  zone: 'UTC',
  periods: [{ from: '2026-01-01', energy: PRICE, perSession: null, perHour: null }],
};

const command = aCommand(id(1), { status: 'Canceled' });
const offboarding = { id: id(2), principalId: id(3), status: 'Pending', data: { id: VAN } };
const batchOf = (path: string) => ({
  batchId: id(path.endsWith('schedule') ? 5 : 4),
  commands: [aCommand(id(6), { triggerTime: path.endsWith('schedule') ? SOON : null })],
});
function answered(method: string, path: string): object {
  if (method === 'POST' && path.includes('/commands')) return batchOf(path);
  if (path.includes('/offboarding/')) return offboarding;
  if (path.endsWith('/features')) return [{ feature: 'CaptureChargeSessions', isEnabled: true }];
  if (path.endsWith('/battery-capacity')) return { batteryCapacity: 82 };
  if (path.includes('/members/'))
    return { id: FLEET, name: 'Depot', type: 'Fleet', entities: [VAN] };
  return command;
}

const started = consoleOfAllTests();
let db: Kysely<Store>;
let cookie: string;
/** The last row of the log each time that the Service was asked for a change. */
const headsAtSend: number[] = [];
/** Ids that the console makes. */
const made = { template: '', unknown: '', told: '', session: '', token: '' };
beforeAll(async () => {
  db = await openStore(started.gridhelm.store);
  if (!ON_POSTGRES) await sql`pragma busy_timeout = 0`.execute(db);
  cookie = await started.gridhelm.signIn('administrator');
  started.fake.answer = async ({ method, path }) => {
    if (method !== 'GET') headsAtSend.push((await headOf(db))?.sequence ?? 0);
    if (path.includes('/locations/')) return { status: 204 };
    return { status: method === 'POST' ? 201 : 200, body: answered(method, path) };
  };
});
afterAll(() => db.destroy());

/** Writes once no transaction of the console is open: to wait for it would stop it, in the same process. */
async function write(work: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => work().then(() => 'written', String)).toBe('written');
}

const Made = z.object({ id: z.string() });

interface Act {
  /** Name of its route. */
  of: string;
  /** Values of the path, in order. */
  path?: (keyof typeof made | { id: string })[];
  query?: string;
  body?: object;
  headers?: Record<string, string>;
  before?: () => Promise<unknown>;
  /** Whether it is refused: there is no password in the demo. */
  refused?: boolean;
  /** Whether the log keeps the outcome of a dispatch. */
  sends?: boolean;
}
const fixed = (...ids: string[]) => ids.map((one) => ({ id: one }));
const key = (at: number) => ({ 'idempotency-key': id(at) });

/** Asks for a dispatch to a Collective without Entities, which waits. @param dispatchId its Idempotency-Key */
async function askFor(dispatchId: string, role: 'operator' | 'administrator') {
  const answer = await started.gridhelm.page(
    {
      method: 'POST',
      path: `/api/v1/collectives/${id(22)}/commands`,
      body: { type: 'Reset', value: null },
      headers: { 'idempotency-key': dispatchId },
    },
    await started.gridhelm.signIn(role),
  );
  expect([answer.status, answer.text]).toEqual([202, answer.text]);
}

/** Each act once, in an order in which it succeeds. */
const ACTS: readonly Act[] = [
  {
    of: 'sendCommand',
    path: fixed(FLEET),
    body: { type: 'StopCharging', value: null },
    headers: key(10),
  },
  {
    of: 'scheduleCommands',
    path: fixed(FLEET),
    headers: key(11),
    body: [{ type: 'StopCharging', value: null, triggerTime: SOON }],
  },
  { of: 'startSweep', path: fixed(id(11)), body: { id: id(12), reason: 'Late', only: null } },
  { of: 'stopSweep', path: fixed(id(12)) },
  { of: 'resumeSweep', path: fixed(id(12)) },
  {
    of: 'resolve',
    path: ['unknown'],
    before: async () => {
      const given = { now: Date.now(), dates: null, type: 'StopCharging' };
      made.unknown = await unknownDispatch(db, given);
    },
  },
  { of: 'closeOutcome', path: ['unknown'], body: { verdict: 'landed', reason: 'Asked the depot' } },
  {
    of: 'startBulk',
    body: {
      id: id(13),
      reason: 'New batteries',
      chosenBy: 'One van',
      from: null,
      change: { kind: 'feature', feature: 'CaptureChargeSessions', enabled: true },
      items: [{ entityId: VAN, capacity: null }],
    },
  },
  { of: 'stopBulk', path: fixed(id(13)) },
  { of: 'resumeBulk', path: fixed(id(13)) },
  { of: 'cancelCommand', path: fixed(VAN, id(1)) },
  { of: 'deleteLocation', path: fixed(VAN, id(7)) },
  { of: 'createOffboardingRequest', body: { entityId: VAN } },
  { of: 'cancelOffboardingRequest', path: fixed(id(2)) },
  {
    of: 'changeFeature',
    path: fixed(VAN),
    body: { feature: 'CaptureChargeSessions', enabled: true },
  },
  { of: 'setBatteryCapacity', path: fixed(VAN), body: { batteryCapacity: 82 } },
  { of: 'removeMember', path: fixed(FLEET, CARS[1]) },
  { of: 'exportDirectory' },
  { of: 'addCollective', body: { id: id(20), name: 'Yard', type: 'Fleet' } },
  { of: 'editCollective', path: fixed(id(20)), body: { note: 'Depot north' } },
  { of: 'addEntity', body: { id: id(21), name: 'Van 3', type: 'EV', brand: 'Volta' } },
  { of: 'editEntity', path: fixed(id(21)), body: { note: 'In the workshop' } },
  { of: 'importDirectory', body: { collectives: [{ id: id(22), name: 'Quay' }], entities: [] } },
  {
    of: 'decideMembers',
    path: fixed(FLEET),
    body: { toldAt: '2026-03-01T00:00:00Z', act: 'keep' },
    before: () =>
      db
        .insertInto('membership_questions')
        .values({
          collective_id: FLEET,
          entity_id: VAN,
          state: 'missing',
          told_by: 'answer:delete-member',
          told_at: Date.UTC(2026, 2, 1),
        })
        .execute(),
  },
  { of: 'saveDefinition', body: { id: id(33), name: 'Depot', search: { entities: VAN } } },
  { of: 'deleteDefinition', path: fixed(id(33)) },
  { of: 'saveTariff', body: { id: id(34), content: TARIFF } },
  { of: 'deleteTariff', path: fixed(id(34)) },
  { of: 'readMissing', body: { search: { entities: VAN } } },
  {
    of: 'decideSession',
    body: { entityId: VAN, sessionId: id(35), kind: 'left-out', reason: 'A trial' },
    before: () => {
      const session = chargeSession({ id: id(35), startMs: Date.UTC(2026, 2, 1), energy: 5 });
      return storeFleetSessions(db, VAN, [session], Date.now());
    },
  },
  { of: 'figureFile', path: fixed('csv') },
  { of: 'sealFigures', headers: key(36), body: { search: { entities: CARS[1] }, totals: [] } },
  { of: 'sealedFile', path: fixed(id(36), 'csv') },
  {
    of: 'deleteSealed',
    path: fixed(id(36)),
    headers: { 'x-gridhelm-reason': 'Wrong%20month' },
  },
  {
    of: 'refreshFleet',
    body: { entityIds: [VAN], collectiveId: null, resources: ['locations'], only: 'all' },
  },
  { of: 'dismissAttention', body: { key: 'first-steps:x' } },
  {
    of: 'eraseEntity',
    path: fixed(id(21)),
    before: () =>
      db.updateTable('entities').set({ offboarded_at: 1 }).where('id', '=', id(21)).execute(),
  },
  { of: 'auditFile', query: '?zone=UTC' },
  { of: 'recordFile', body: { what: 'batch', id: id(10), rows: 60 } },
  {
    of: 'addTemplate',
    body: {
      name: 'Stop',
      kind: 'now',
      rows: [{ type: 'StopCharging', value: null, at: null }],
      reason: '',
    },
  },
  { of: 'deleteTemplate', path: ['template'] },
  {
    of: 'changeApprovalRules',
    body: { rules: [{ collectiveId: id(22), type: 'Reset' }], before: [] },
  },
  {
    of: 'refuseDispatch',
    path: fixed(id(40)),
    body: { remark: 'Not today' },
    before: () => askFor(id(40), 'operator'),
  },
  {
    of: 'withdrawDispatch',
    path: fixed(id(41)),
    before: () => askFor(id(41), 'administrator'),
  },
  {
    of: 'approveDispatch',
    path: fixed(id(42)),
    body: { remark: '' },
    before: () => askFor(id(42), 'operator'),
    sends: true,
  },
  {
    of: 'changePassword',
    body: { current: 'a long password', next: 'another long password' },
    refused: true,
  },
  { of: 'inviteOperator', body: { name: 'Eve', role: 'viewer', grants: [] }, refused: true },
  {
    of: 'changeOperator',
    path: fixed('demo-viewer'),
    body: { role: 'operator' },
    before: async () => {
      await started.gridhelm.signIn('viewer');
    },
  },
  { of: 'linkOperator', path: fixed('demo-viewer'), refused: true },
  {
    of: 'endSession',
    path: [{ id: 'demo-viewer' }, 'session'],
    before: async () => {
      const session = db.selectFrom('sessions').where('operator_id', '=', 'demo-viewer');
      const { id_hash } = await session.select('id_hash').executeTakeFirstOrThrow();
      made.session = id_hash.slice(0, 16);
    },
  },
  { of: 'makeToken', path: fixed('demo-administrator'), body: { name: 'Sheet' } },
  { of: 'endToken', path: [{ id: 'demo-administrator' }, 'token'] },
];

const ROUTES = {
  ...CONSOLE_ROUTES,
  ...Object.fromEntries(
    Object.entries(ENDPOINTS).map(([name, one]) => [
      name,
      { ...one, path: PROXY_PREFIX + one.path },
    ]),
  ),
};

const routeOf = (name: string) => {
  const route = Object.entries(ROUTES).find(([known]) => known === name)?.[1];
  if (route === undefined) throw new Error(`there is no route ${name}`);
  return route;
};
/** How the log keeps an act; null: it does not. */
const ruleOf = ({ method, path }: Pick<RouteShape, 'method' | 'path'>) => {
  const { routes } = started.gridhelm.running;
  const audit = routes.find((one) => one.method === method && one.path === path)?.audit;
  return typeof audit === 'object' ? audit : null;
};

test('each route that records an act is in this table', () => {
  const recorded = Object.entries(ROUTES).filter(([, route]) => ruleOf(route) !== null);
  expect(recorded.map(([name]) => name).toSorted()).toEqual(ACTS.map(({ of }) => of).toSorted());
});

test.each(ACTS)(
  '$of',
  async ({ of, path = [], query = '', body, headers = {}, before, refused, sends }) => {
    if (before !== undefined) await write(before);
    const route = routeOf(of);
    const parts = [...path];
    const target = route.path.replace(/\{\w+\}/g, () => {
      const part = parts.shift();
      return typeof part === 'string' ? made[part] : (part?.id ?? '');
    });
    const answer = await started.gridhelm.page(
      {
        method: route.method,
        path: target + query,
        headers,
        ...(body === undefined ? {} : { body }),
      },
      cookie,
    );
    expect([of, answer.status < 300, answer.text]).toEqual([of, refused !== true, answer.text]);
    if (of === 'addTemplate') made.template = Template.parse(answer.json()).id;
    if (of === 'makeToken') made.token = Made.parse(answer.json()).id;
    const rows = () =>
      db
        .selectFrom('audit_log')
        .where('request_id', '=', String(answer.headers['x-request-id']))
        .orderBy('sequence')
        .select(['action', 'outcome', 'upstream_status', 'sequence'])
        .execute();
    const rule = ruleOf(route);
    const isDispatch = rule?.action === 'dispatch' || sends === true;
    // The log keeps what the Service answered.
    const told = sends === true ? 201 : answer.status;
    const status = rule?.effect === 'service' ? told : null;
    const end = refused === true ? 'refused' : isDispatch ? 'accepted' : 'done';
    const begun = { action: rule?.action, outcome: 'begun', upstream_status: null };
    // The row of a file is written once it has been downloaded.
    await expect
      .poll(rows)
      .toMatchObject([
        ...(rule?.effect === 'store' ? [] : [begun]),
        { action: rule?.action, outcome: end, upstream_status: status },
      ]);
    if (rule?.effect !== 'service') return;
    const [first = 0, last = 0] = (await rows()).map(({ sequence }) => sequence);
    expect(headsAtSend.some((head) => head >= first && head < last)).toBe(true);
  },
);

test('the chain of all their rows holds', async () => {
  expect((await verifyChain(db)).breaks).toEqual([]);
});
