import { describe, expect, test } from 'vitest';
import { SessionAnswer } from '../contract/console/session.ts';
import { openStore } from '../store/open-store.ts';
import { CARS, FLEET } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const started = consoleOfAllTests();
const collectives = 'GET /api/console/collectives';
const session = async (cookie?: string) =>
  SessionAnswer.parse((await started.send('GET /auth/session', cookie)).json());
const status = async (what: string, cookie?: string) => (await started.send(what, cookie)).status;
const enter = (role: string, cookie?: string) => started.send('POST /auth/demo', cookie, { role });

test('tells how to sign in before, and who is signed in after', async () => {
  expect(await session()).toEqual({
    operator: null,
    signIn: {
      demo: ['viewer', 'operator', 'approver', 'administrator'],
      password: false,
      setup: false,
    },
    embedded: true,
    capacityUnit: 'kWh',
    confirmEntities: 100,
    readsFleet: false,
    basemap: null,
  });
  const cookie = await started.gridhelm.signIn('approver');
  expect((await session(cookie)).operator?.role).toBe('approver');
});

test('the cookie is bound to this host and unreadable for scripts', async () => {
  expect((await enter('viewer')).headers['set-cookie']).toEqual([
    expect.stringMatching(/^gridhelm=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
});

test('signing in again kills the session that came with it', async () => {
  const first = await started.gridhelm.signIn('viewer');
  expect((await enter('operator', first)).status).toBe(200);
  expect(await status(collectives, first)).toBe(401);
});

test('signing out: 204, clears the browser, the captured cookie is dead; twice is fine', async () => {
  const cookie = await started.gridhelm.signIn('viewer');
  const reply = await started.send('POST /auth/sign-out', cookie);
  expect(reply.status).toBe(204);
  expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
  expect(await status(collectives, cookie)).toBe(401);
  expect(await status('POST /auth/sign-out', cookie)).toBe(204);
});

test('two session cookies are no session', async () => {
  const cookie = await started.gridhelm.signIn('viewer');
  expect(await status(collectives, cookie)).toBe(200);
  for (const two of [
    `${cookie}; gridhelm=other`,
    `gridhelm=other; ${cookie}`,
    `${cookie};gridhelm=other`,
    `${cookie}; ${cookie}`,
  ]) {
    expect([two, await status(collectives, two)]).toEqual([two, 401]);
  }
  expect(await status('GET /auth/session', `${cookie}; ${cookie}`)).toBe(401);
});

describe('a request that names the operator whom its page shows', () => {
  const send = `POST /api/v1/collectives/${FLEET}/commands`;
  const key = { 'idempotency-key': '7c1e0f7b-6f0f-4f7e-9a53-0c6c5c1f0009' };
  const naming = (operator: string, what: string, cookie: string, body?: object) => {
    const headers = { ...(what === send ? key : {}), 'x-gridhelm-operator': operator };
    return started.send(what, cookie, body, headers);
  };
  const stored = async () => {
    const db = await openStore(started.gridhelm.store);
    const kept = await Promise.all([
      db.selectFrom('intents').selectAll().execute(),
      db.selectFrom('entities').select(['id', 'note']).execute(),
      db.selectFrom('audit_log').select(['action', 'outcome']).execute(),
    ]);
    await db.destroy();
    return kept;
  };

  test.each<[string, string, object?]>([
    ['a read', collectives],
    ['a live stream', 'GET /api/console/live'],
    ['changes in its place', 'GET /api/console/live/changes'],
    ['a read of the Service', `GET /api/v1/entities/${CARS[0]}/features`],
    ['a dispatch', send, { type: 'StopCharging' }],
    ['a change here', `PATCH /api/console/entities/${CARS[0]}`, { note: 'Mine' }],
    ['the session', 'GET /auth/session'],
    ['a sign-out', 'POST /auth/sign-out'],
  ])('in the session of another one: %s is refused', async (_name, what, body) => {
    const cookie = await started.gridhelm.signIn('administrator');
    const before = await stored();
    started.fake.seen.length = 0;
    const reply = await naming('demo-operator', what, cookie, body);
    expect(reply.problem().code).toBe('another_operator');
    expect(reply.refusal()).toEqual([
      409,
      'You are now signed in as Tomasz Nowak in this browser. Nothing was done.',
    ]);
    expect(started.fake.seen).toEqual([]);
    expect(await stored()).toEqual(before);
    expect((await session(cookie)).operator?.name).toBe('Tomasz Nowak');
  });

  test('in the session of that one it is answered; without a session it is refused as always', async () => {
    const cookie = await started.gridhelm.signIn('administrator');
    const own = (by: string) => naming('demo-administrator', collectives, by);
    expect((await own(cookie)).status).toBe(200);
    expect((await own('gridhelm=over')).status).toBe(401);
  });

  const twice = 'demo-administrator, demo-administrator';
  test.each(['', 'demo operator', 'Inês', twice, 'a'.repeat(101)])(
    'by %j, which is no id: refused, and says so',
    async (operator) => {
      const cookie = await started.gridhelm.signIn('administrator');
      const reply = await naming(operator, collectives, cookie);
      expect([reply.status, reply.problem().errors[0]?.code]).toEqual([400, 'X-Gridhelm-Operator']);
    },
  );
});

test('a disabled demo operator is refused with a message, which the audit log keeps', async () => {
  await started.gridhelm.signIn('operator');
  const db = await openStore(started.gridhelm.store);
  const change = db.updateTable('operators').where('id', '=', 'demo-operator');
  await change.set({ disabled_at: 1 }).execute();
  const reply = await enter('operator');
  expect(reply.refusal()).toEqual([403, 'Jonas Verbeek is disabled and cannot sign in.']);
  expect(reply.headers['set-cookie']).toBeUndefined();
  const rows = await db
    .selectFrom('audit_log')
    .where('action', '=', 'sign-in-failed')
    .select(['target', 'outcome', 'address'])
    .execute();
  expect(rows).toEqual([
    { target: 'operator Jonas Verbeek', outcome: 'refused', address: '127.0.0.1' },
  ]);
  await change.set({ disabled_at: null }).execute();
  await db.destroy();
});

test('with a Service on loopback the log still names the addresses of clients', async () => {
  await started.send(collectives);
  const lines = started.gridhelm.logs.join('');
  expect(lines).toContain('"remoteAddress":"127.0.0.1"');
  expect(lines).not.toContain(new URL(started.fake.baseUrl).host);
});

test('an unknown role and an unknown session are refused', async () => {
  expect((await enter('root')).status).toBe(400);
  expect(await status(collectives, 'gridhelm=made-up')).toBe(401);
});
