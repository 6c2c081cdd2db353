import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { SessionAnswer } from '../contract/console/session.ts';
import { openSqlite } from '../store/dialect/sqlite.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';
import type { Store } from '../store/schema/schema.ts';
import { CARS } from './testing/console-harness.ts';
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

  test('a disabled demo operator is refused with a message, which the audit log keeps', async () => {
    await started.gridhelm.signIn('operator');
    const db = await openSqlite<Store>(join(started.gridhelm.dataDir, 'console.db'), MIGRATIONS);
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
