import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../lib/testing/manual-clock.ts';
import type { Store } from '../store/schema/schema.ts';
import { memoryStore } from '../store/testing/memory-store.ts';
import { sessionCookie } from './cookie.ts';
import { demoOperator } from './demo-operators.ts';
import { hashOf } from './secrets.ts';
import {
  ABSOLUTE_MS,
  CONFIRMED_MS,
  IDLE_MS,
  createSessions,
  endSessions,
  type Sessions,
} from './sessions.ts';

const AT = { address: '192.0.2.1', browser: 'Firefox' };

describe('sessions', () => {
  let clock: ManualClock;
  let db: Kysely<Store>;
  let id: string;
  let sessions: Sessions;
  const make = (more: object = {}) =>
    createSessions({ db, reader: db, clock, demo: true, ...more });
  beforeEach(async () => {
    clock = manualClock();
    db = await memoryStore();
    ({ id } = await demoOperator(db, clock, 'operator'));
    sessions = make();
  });
  const ADA = { id: 'ada', name: 'Ada', role: 'operator' } as const;
  /** Of a demo operator nothing is asked; of her it is. */
  const addAda = () => {
    const operators = db.insertInto('operators');
    return operators.values({ ...ADA, disabled_at: null, created_at: 0 }).execute();
  };
  const disableAll = () => db.updateTable('operators').set({ disabled_at: clock.now() });
  const isOpen = async (value: string, isBackground = false) =>
    (await sessions.resolve(value, isBackground)) !== null;

  test('only the hash of a cookie is stored', async () => {
    const value = await sessions.open(id, AT);
    const stored = JSON.stringify(await db.selectFrom('sessions').selectAll().execute());
    expect(stored).not.toContain(value);
    const operator = { id: 'demo-operator', name: 'Jonas Verbeek', role: 'operator' };
    expect(await sessions.resolve(value, false)).toMatchObject({ operator });
  });

  test('ends when it is idle; use keeps it, background reads do not', async () => {
    const value = await sessions.open(id, AT);
    clock.advance(IDLE_MS - 1);
    expect(await isOpen(value)).toBe(true);
    clock.advance(IDLE_MS - 1);
    expect(await isOpen(value, true)).toBe(true);
    clock.advance(1);
    expect(await isOpen(value)).toBe(false);
  });

  test('ends after its maximum life, used or not', async () => {
    const value = await sessions.open(id, AT);
    for (let used = 0; used < ABSOLUTE_MS; used += IDLE_MS / 2) {
      expect(await isOpen(value)).toBe(true);
      clock.advance(IDLE_MS / 2);
    }
    expect(await isOpen(value)).toBe(false);
  });

  test('with an identity provider only its own sessions go on, and those of administrators', async () => {
    const admin = await demoOperator(db, clock, 'administrator');
    const provider = { issuer: 'https://id.example', provedSecondsAgo: 60 };
    const values = await Promise.all([
      sessions.open(id, AT),
      sessions.open(admin.id, AT),
      sessions.open(id, { ...AT, provider }),
    ]);
    const goOn = async (issuer: string | null) => {
      sessions = make({ issuer });
      return Promise.all(values.map((value) => isOpen(value)));
    };
    expect(await goOn(null)).toEqual([true, true, false]);
    expect(await goOn('https://id.example')).toEqual([false, true, true]);
    expect(await goOn('https://other.example')).toEqual([false, true, false]);
  });

  test('counts as a confirmation from when the operator proved who they are', async () => {
    await addAda();
    const issuer = 'https://id.example';
    sessions = make({ demo: false, issuer });
    const isConfirmed = async (provedSecondsAgo: number | null) => {
      const at = { ...AT, provider: { issuer, provedSecondsAgo } };
      const sessionHash = hashOf(await sessions.open('ada', at));
      return sessions.requireConfirmed({ operator: ADA, sessionHash }).then(
        () => true,
        () => false,
      );
    };
    expect(await isConfirmed(0)).toBe(true);
    expect(await isConfirmed(CONFIRMED_MS / 1000 - 1)).toBe(true);
    expect(await isConfirmed(CONFIRMED_MS / 1000)).toBe(false);
    expect(await isConfirmed(null)).toBe(false);
    expect(await isConfirmed(-60)).toBe(true);
  });

  test.each([
    ['ended by another process', () => db.deleteFrom('sessions').execute()],
    ['ended by this process', (value: string) => sessions.end(value)],
    ['of somebody who is disabled', () => disableAll().execute()],
  ])('%s is over with the next request', async (_name, end) => {
    const value = await sessions.open(id, AT);
    expect(await isOpen(value)).toBe(true);
    await end(value);
    expect(await isOpen(value)).toBe(false);
  });

  test('notifies at once of each that ends, and of a change that may end any', async () => {
    const told: (string | null)[] = [];
    sessions.listen((sessionHash) => told.push(sessionHash));
    const [one, two] = [await sessions.open(id, AT), await sessions.open(id, AT)];
    await sessions.end(one);
    expect(told).toEqual([hashOf(one)]);
    sessions.changed();
    expect(told).toEqual([hashOf(one), null]);
    clock.advance(IDLE_MS);
    await sessions.resolve(two, true);
    expect(told).toEqual([hashOf(one), null, hashOf(two)]);
  });

  test('are listed by their last use, without what would open one, and ended one by one', async () => {
    const one = await sessions.open(id, AT);
    const two = await sessions.open(id, { address: null, browser: null });
    clock.advance(1000);
    await sessions.resolve(one, false);
    const listed = await sessions.list(id, hashOf(two));
    const own = { isOwn: true, address: null };
    expect(listed).toMatchObject([{ isOwn: false, ...AT }, own]);
    const told = JSON.stringify(listed);
    for (const value of [one, two]) {
      expect(told).not.toContain(value);
      expect(told).not.toContain(hashOf(value));
    }
    const first = { id: listed[0]?.id ?? '' };
    expect(await endSessions(db, 'somebody-else', first)).toBe(0);
    expect(await endSessions(db, id, first)).toBe(1);
    expect([await isOpen(one), await isOpen(two)]).toEqual([false, true]);
  });

  test('ask again who one is after ten minutes; a demo operator has no password to be asked for', async () => {
    await addAda();
    const values = [await sessions.open('ada', AT), await sessions.open(id, AT)];
    clock.advance(CONFIRMED_MS - 1);
    const isConfirmed = async (value: string) => {
      const found = await sessions.resolve(value, false);
      if (found === null) return null;
      const refusal = await sessions.requireConfirmed(found).catch((thrown: unknown) => thrown);
      return refusal === undefined;
    };
    const asked = () => Promise.all(values.map(isConfirmed));
    expect(await asked()).toEqual([true, true]);
    clock.advance(1);
    expect(await asked()).toEqual([false, true]);
    await sessions.confirm({ operator: ADA, sessionHash: hashOf(values[0] ?? '') });
    expect(await asked()).toEqual([true, true]);
  });

  test('of a demo operator is invalid without the demo', async () => {
    const value = await sessions.open(id, AT);
    sessions = make({ demo: false });
    expect(await isOpen(value)).toBe(false);
  });

  test('setting the clock back or forward neither ends a session nor keeps it', async () => {
    const value = await sessions.open(id, AT);
    await sessions.resolve(value, false);
    clock.set(clock.now() + 2 * IDLE_MS);
    expect(await isOpen(value)).toBe(true);
    clock.set(clock.now() - 3 * IDLE_MS);
    expect(await isOpen(value, true)).toBe(true);
    clock.advance(IDLE_MS);
    expect(await isOpen(value, true)).toBe(false);
  });

  test('continue and end while the store is full, and both are stored once there is room', async () => {
    const failures: unknown[] = [];
    sessions = make({ onStoreFailure: (error: unknown) => failures.push(error) });
    const [kept, left] = [await sessions.open(id, AT), await sessions.open(id, AT)];
    await sql`pragma query_only = 1`.execute(db);
    for (let used = 0; used < 4 * IDLE_MS; used += IDLE_MS / 2) {
      clock.advance(IDLE_MS / 2);
      expect(await isOpen(kept)).toBe(true);
      expect(await isOpen(left)).toBe(true);
    }
    expect(await sessions.end(left)).toBe(false);
    expect(await isOpen(left)).toBe(false);
    await expect(sessions.catchUp()).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    await expect(sessions.open(id, AT)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    expect(failures.length).toBeGreaterThan(4);
    await sql`pragma query_only = 0`.execute(db);
    expect(await isOpen(left)).toBe(false);
    await sessions.catchUp();
    // What another process, or this one after a restart, reads.
    sessions = make();
    expect([await isOpen(left), await isOpen(kept)]).toEqual([false, true]);
  });

  test('that are over are removed when another begins', async () => {
    await sessions.open(id, AT);
    clock.advance(IDLE_MS);
    await sessions.open(id, AT);
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });
});

describe('the cookie', () => {
  const cookie = sessionCookie(true);
  const app = Fastify();
  beforeAll(async () => {
    await app.register(fastifyCookie, { hook: false });
    app.get('/', async (request, reply) => {
      cookie.give(reply, 'v');
      return cookie.values(request);
    });
    app.delete('/', async (_request, reply) => {
      cookie.takeAway(reply);
      return reply.send('');
    });
  });
  afterAll(() => app.close());

  test('over https is bound to the host and never sent in the clear', async () => {
    const given = async (method: 'GET' | 'DELETE') =>
      (await app.inject({ method, path: '/' })).headers['set-cookie'];
    expect(await given('GET')).toBe('__Host-gridhelm=v; Path=/; HttpOnly; Secure; SameSite=Strict');
    expect(await given('DELETE')).toBe(
      '__Host-gridhelm=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict',
    );
  });

  test.each([
    [undefined, []],
    ['', []],
    ['gridhelm=a; __Host-gridhelm=b; x__Host-gridhelm=c', ['b']],
    ['__Host-gridhelm=a; __Host-gridhelm=b', ['a', 'b']],
    ['__Host-gridhelm=a;__Host-gridhelm\t= b', ['a', 'b']],
    ['__Host-gridhelm=; __Host-gridhelm=b', ['', 'b']],
  ])('%j has the values %j', async (header, values) => {
    const headers = header === undefined ? {} : { cookie: header };
    expect((await app.inject({ path: '/', headers })).json()).toEqual(values);
  });
});
