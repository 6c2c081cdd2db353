import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { SessionAnswer } from '../contract/console/session.ts';
import { openStore } from '../store/open-store.ts';
import { CARS, FLEET } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

describe('sessions over HTTP', () => {
  const started = consoleOfAllTests();
  const collectives = { path: '/api/console/collectives' };
  const session = async (cookie?: string) =>
    SessionAnswer.parse((await started.gridhelm.page({ path: '/auth/session' }, cookie)).json());

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
    const reply = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/demo',
      body: { role: 'viewer' },
    });
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gridhelm=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  test('signing in again kills the session that came with it', async () => {
    const first = await started.gridhelm.signIn('viewer');
    const reply = await started.gridhelm.page(
      { method: 'POST', path: '/auth/demo', body: { role: 'operator' } },
      first,
    );
    expect(reply.status).toBe(200);
    expect((await started.gridhelm.page(collectives, first)).status).toBe(401);
  });

  test('signing out: 204, clears the browser, the captured cookie is dead; twice is fine', async () => {
    const cookie = await started.gridhelm.signIn('viewer');
    const out = { method: 'POST', path: '/auth/sign-out' };
    const reply = await started.gridhelm.page(out, cookie);
    expect(reply.status).toBe(204);
    expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await started.gridhelm.page(collectives, cookie)).status).toBe(401);
    expect((await started.gridhelm.page(out, cookie)).status).toBe(204);
  });

  test('two session cookies are no session', async () => {
    const cookie = await started.gridhelm.signIn('viewer');
    expect((await started.gridhelm.page(collectives, cookie)).status).toBe(200);
    expect((await started.gridhelm.page(collectives, `${cookie}; gridhelm=other`)).status).toBe(
      401,
    );
    expect((await started.gridhelm.page(collectives, `gridhelm=other; ${cookie}`)).status).toBe(
      401,
    );
    expect((await started.gridhelm.page(collectives, `${cookie};gridhelm=other`)).status).toBe(401);
    expect(
      (await started.gridhelm.page({ path: '/auth/session' }, `${cookie}; ${cookie}`)).status,
    ).toBe(401);
  });

  test('a role without a permission: 403 with the reason, nothing goes upstream', async () => {
    started.fake.seen.length = 0;
    const cookie = await started.gridhelm.signIn('viewer');
    const reply = await started.gridhelm.page(
      {
        method: 'PUT',
        path: `/api/v1/entities/${CARS[0]}/battery-capacity`,
        body: { batteryCapacity: 5 },
      },
      cookie,
    );
    expect(reply.status).toBe(403);
    expect(reply.problem().errors[0]?.message).toContain('The role viewer may not');
    expect(started.fake.seen).toEqual([]);
  });

  describe('a request that names the operator whom its page shows', () => {
    type Ask = Parameters<typeof started.gridhelm.page>[0];
    const asked: [string, Ask][] = [
      ['a read', { path: '/api/console/collectives' }],
      ['a live stream', { path: '/api/console/live' }],
      ['changes in its place', { path: '/api/console/live/changes' }],
      ['a read of the Service', { path: `/api/v1/entities/${CARS[0]}/features` }],
      [
        'a dispatch',
        {
          method: 'POST',
          path: `/api/v1/collectives/${FLEET}/commands`,
          headers: { 'idempotency-key': '7c1e0f7b-6f0f-4f7e-9a53-0c6c5c1f0009' },
          body: { type: 'StopCharging' },
        },
      ],
      [
        'a change here',
        { method: 'PATCH', path: `/api/console/entities/${CARS[0]}`, body: { note: 'Mine' } },
      ],
      ['the session', { path: '/auth/session' }],
      ['a sign-out', { method: 'POST', path: '/auth/sign-out' }],
    ];
    const naming = (operator: string, request: Ask, cookie: string) =>
      started.gridhelm.page(
        { ...request, headers: { ...request.headers, 'x-gridhelm-operator': operator } },
        cookie,
      );
    const stored = async () => {
      const db = await openStore(join(started.gridhelm.dataDir, 'console.db'));
      const [intents, entities, audit] = await Promise.all([
        db.selectFrom('intents').selectAll().execute(),
        db.selectFrom('entities').select(['id', 'note']).execute(),
        db.selectFrom('audit_log').select(['action', 'outcome']).execute(),
      ]);
      await db.destroy();
      return { intents, entities, audit };
    };

    test.each(asked)('in the session of another one: %s is refused', async (_name, request) => {
      const cookie = await started.gridhelm.signIn('administrator');
      const before = await stored();
      started.fake.seen.length = 0;
      const reply = await naming('demo-operator', request, cookie);
      expect([reply.status, reply.problem().code]).toEqual([409, 'another_operator']);
      expect(reply.problem().errors[0]?.message).toBe(
        'You are now signed in as Tomasz Nowak in this browser. Nothing was done.',
      );
      expect(started.fake.seen).toEqual([]);
      expect(await stored()).toEqual(before);
      expect((await session(cookie)).operator?.name).toBe('Tomasz Nowak');
    });

    test('in the session of that one it is answered; without a session it is refused as always', async () => {
      const cookie = await started.gridhelm.signIn('administrator');
      expect((await naming('demo-administrator', collectives, cookie)).status).toBe(200);
      expect((await naming('demo-administrator', collectives, 'gridhelm=over')).status).toBe(401);
    });

    test.each([
      '',
      'demo operator',
      'Inês',
      'demo-administrator, demo-administrator',
      'a'.repeat(101),
    ])('by %j, which is no id: refused, and says so', async (operator) => {
      const cookie = await started.gridhelm.signIn('administrator');
      const reply = await naming(operator, collectives, cookie);
      expect([reply.status, reply.problem().errors[0]?.code]).toEqual([400, 'X-Gridhelm-Operator']);
    });
  });

  test('a disabled demo operator is refused with a message, which the audit log keeps', async () => {
    await started.gridhelm.signIn('operator');
    const db = await openStore(join(started.gridhelm.dataDir, 'console.db'));
    const change = db.updateTable('operators').where('id', '=', 'demo-operator');
    await change.set({ disabled_at: 1 }).execute();
    const reply = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/demo',
      body: { role: 'operator' },
    });
    expect(reply.status).toBe(403);
    expect(reply.problem().errors[0]?.message).toBe(
      'Jonas Verbeek is disabled and cannot sign in.',
    );
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
    await started.gridhelm.page(collectives);
    const lines = started.gridhelm.logs.join('');
    expect(lines).toContain('"remoteAddress":"127.0.0.1"');
    expect(lines).not.toContain(new URL(started.fake.baseUrl).host);
  });

  test('an unknown role and an unknown session are refused', async () => {
    const reply = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/demo',
      body: { role: 'root' },
    });
    expect(reply.status).toBe(400);
    expect((await started.gridhelm.page(collectives, 'gridhelm=made-up')).status).toBe(401);
  });
});
