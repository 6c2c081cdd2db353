import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { memoryStore } from '../store/testing/memory-store.ts';
import { sessionCookie } from './cookie.ts';
import { demoOperator } from './demo-operators.ts';
import { hashOf } from './secrets.ts';
import { ABSOLUTE_MS, CONFIRMED_MS, IDLE_MS, createSessions, endSessions } from './sessions.ts';

const AT = { address: '192.0.2.1', browser: 'Firefox' };

describe('sessions', () => {
  const setUp = async (demo = true) => {
    const clock = manualClock();
    const db = await memoryStore();
    const { id } = await demoOperator(db, clock, 'operator');
    return { clock, db, id, sessions: createSessions({ db, reader: db, clock, demo }) };
  };
  let parts: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => {
    parts = await setUp();
  });

  test('only the hash of a cookie is stored', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    const stored = JSON.stringify(await parts.db.selectFrom('sessions').selectAll().execute());
    expect(stored).not.toContain(value);
    expect(await parts.sessions.resolve(value, false)).toMatchObject({
      operator: { id: 'demo-operator', name: 'Jonas Verbeek', role: 'operator' },
    });
  });

  test('ends when it is idle; use keeps it, background reads do not', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    parts.clock.advance(IDLE_MS - 1);
    expect(await parts.sessions.resolve(value, false)).not.toBeNull();
    parts.clock.advance(IDLE_MS - 1);
    expect(await parts.sessions.resolve(value, true)).not.toBeNull();
    parts.clock.advance(1);
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('ends after its maximum life, used or not', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    for (let used = 0; used < ABSOLUTE_MS; used += IDLE_MS / 2) {
      expect(await parts.sessions.resolve(value, false)).not.toBeNull();
      parts.clock.advance(IDLE_MS / 2);
    }
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('ends when its operator is disabled', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    await parts.db.updateTable('operators').set({ disabled_at: parts.clock.now() }).execute();
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('with an identity provider only its own sessions go on, and those of administrators', async () => {
    const { db, clock, id } = parts;
    const admin = await demoOperator(db, clock, 'administrator');
    const provider = { issuer: 'https://id.example', provedSecondsAgo: 60 };
    const values = await Promise.all([
      parts.sessions.open(id, AT),
      parts.sessions.open(admin.id, AT),
      parts.sessions.open(id, { ...AT, provider }),
    ]);
    const goOn = async (issuer: string | null) => {
      const sessions = createSessions({ db, reader: db, clock, demo: true, issuer });
      const found = await Promise.all(values.map((value) => sessions.resolve(value, false)));
      return found.map((signedIn) => signedIn !== null);
    };
    expect(await goOn(null)).toEqual([true, true, false]);
    expect(await goOn('https://id.example')).toEqual([false, true, true]);
    expect(await goOn('https://other.example')).toEqual([false, true, false]);
  });

  test('counts as a confirmation from when the operator proved who they are', async () => {
    // Of a demo operator nothing is asked.
    const { db, clock } = parts;
    await db
      .insertInto('operators')
      .values({ id: 'ada', name: 'Ada', role: 'operator', disabled_at: null, created_at: 0 })
      .execute();
    const issuer = 'https://id.example';
    const sessions = createSessions({ db, reader: db, clock, demo: false, issuer });
    const isConfirmed = async (provedSecondsAgo: number | null) => {
      const at = { ...AT, provider: { issuer, provedSecondsAgo } };
      const sessionHash = hashOf(await sessions.open('ada', at));
      const operator = { id: 'ada', name: 'Ada', role: 'operator' as const };
      return sessions.requireConfirmed({ operator, sessionHash }).then(
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

  test('ended by another process is over with the next request', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    expect(await parts.sessions.resolve(value, false)).not.toBeNull();
    await parts.db.deleteFrom('sessions').execute();
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('ended by this process is over at once', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    expect(await parts.sessions.resolve(value, false)).not.toBeNull();
    await parts.sessions.end(value);
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('notifies at once of each that ends, and of a change that may end any', async () => {
    const told: (string | null)[] = [];
    parts.sessions.listen((sessionHash) => told.push(sessionHash));
    const [one, two] = [
      await parts.sessions.open(parts.id, AT),
      await parts.sessions.open(parts.id, AT),
    ];
    await parts.sessions.end(one);
    expect(told).toEqual([hashOf(one)]);
    parts.sessions.changed();
    expect(told).toEqual([hashOf(one), null]);
    parts.clock.advance(IDLE_MS);
    await parts.sessions.resolve(two, true);
    expect(told).toEqual([hashOf(one), null, hashOf(two)]);
  });

  test('are listed by their last use, without what would open one, and ended one by one', async () => {
    const [one, two] = [
      await parts.sessions.open(parts.id, AT),
      await parts.sessions.open(parts.id, { address: null, browser: null }),
    ];
    parts.clock.advance(1000);
    await parts.sessions.resolve(one, false);
    const listed = await parts.sessions.list(parts.id, hashOf(two));
    expect(listed).toMatchObject([
      { isOwn: false, ...AT },
      { isOwn: true, address: null },
    ]);
    const told = JSON.stringify(listed);
    for (const value of [one, two]) {
      expect(told).not.toContain(value);
      expect(told).not.toContain(hashOf(value));
    }
    const id = listed[0]?.id ?? '';
    expect(await endSessions(parts.db, 'somebody-else', { id })).toBe(0);
    expect(await endSessions(parts.db, parts.id, { id })).toBe(1);
    expect(await parts.sessions.resolve(one, false)).toBeNull();
    expect(await parts.sessions.resolve(two, false)).not.toBeNull();
  });

  test('ask again who one is after ten minutes; a demo operator has no password to be asked for', async () => {
    const ada = { id: 'ada', name: 'Ada', role: 'operator' as const };
    await parts.db
      .insertInto('operators')
      .values({ ...ada, disabled_at: null, created_at: 0 })
      .execute();
    const values = [await parts.sessions.open('ada', AT), await parts.sessions.open(parts.id, AT)];
    parts.clock.advance(CONFIRMED_MS - 1);
    const isConfirmed = async (value: string) => {
      const found = await parts.sessions.resolve(value, false);
      if (found === null) return null;
      const refusal = await parts.sessions
        .requireConfirmed(found)
        .catch((thrown: unknown) => thrown);
      return refusal === undefined;
    };
    const asked = () => Promise.all(values.map(isConfirmed));
    expect(await asked()).toEqual([true, true]);
    parts.clock.advance(1);
    expect(await asked()).toEqual([false, true]);
    await parts.sessions.confirm({ operator: ada, sessionHash: hashOf(values[0] ?? '') });
    expect(await asked()).toEqual([true, true]);
  });

  test('of a demo operator is invalid without the demo', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    const real = createSessions({ ...parts, reader: parts.db, demo: false });
    expect(await real.resolve(value, false)).toBeNull();
  });

  test('setting the clock back or forward neither ends a session nor keeps it', async () => {
    const value = await parts.sessions.open(parts.id, AT);
    await parts.sessions.resolve(value, false);
    parts.clock.set(parts.clock.now() + 2 * IDLE_MS);
    expect(await parts.sessions.resolve(value, false)).not.toBeNull();
    parts.clock.set(parts.clock.now() - 3 * IDLE_MS);
    expect(await parts.sessions.resolve(value, true)).not.toBeNull();
    parts.clock.advance(IDLE_MS);
    expect(await parts.sessions.resolve(value, true)).toBeNull();
  });

  test('continue and end while the store is full, and both are stored once there is room', async () => {
    const failures: unknown[] = [];
    const { db, clock, id } = parts;
    const onStoreFailure = (error: unknown) => failures.push(error);
    const sessions = createSessions({
      db,
      reader: db,
      clock,
      demo: true,
      onStoreFailure,
    });
    const [kept, left] = [await sessions.open(id, AT), await sessions.open(id, AT)];
    await sql`pragma query_only = 1`.execute(db);
    for (let used = 0; used < 4 * IDLE_MS; used += IDLE_MS / 2) {
      clock.advance(IDLE_MS / 2);
      expect(await sessions.resolve(kept, false)).not.toBeNull();
      expect(await sessions.resolve(left, false)).not.toBeNull();
    }
    expect(await sessions.end(left)).toBe(false);
    expect(await sessions.resolve(left, false)).toBeNull();
    await expect(sessions.catchUp()).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    await expect(sessions.open(id, AT)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    expect(failures.length).toBeGreaterThan(4);
    await sql`pragma query_only = 0`.execute(db);
    expect(await sessions.resolve(left, false)).toBeNull();
    await sessions.catchUp();
    // What another process, or this one after a restart, reads.
    const afresh = createSessions({ db, reader: db, clock, demo: true });
    expect(await afresh.resolve(left, false)).toBeNull();
    expect(await afresh.resolve(kept, false)).not.toBeNull();
  });

  test('that are over are removed when another begins', async () => {
    await parts.sessions.open(parts.id, AT);
    parts.clock.advance(IDLE_MS);
    await parts.sessions.open(parts.id, AT);
    expect(await parts.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
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
    const given = await app.inject({ path: '/' });
    expect(given.headers['set-cookie']).toBe(
      '__Host-gridhelm=v; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
    const taken = await app.inject({ method: 'DELETE', path: '/' });
    expect(taken.headers['set-cookie']).toBe(
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
    const told = await app.inject({
      path: '/',
      headers: header === undefined ? {} : { cookie: header },
    });
    expect(told.json()).toEqual(values);
  });
});
