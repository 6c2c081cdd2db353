import { beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { sessionCookie } from './cookie.ts';
import { demoOperator } from './demo-operators.ts';
import { ABSOLUTE_MS, IDLE_MS, createSessions } from './sessions.ts';

describe('sessions', () => {
  const setUp = async (demo = true) => {
    const clock = manualClock();
    const db = await memoryStore();
    const { id } = await demoOperator(db, clock, 'operator');
    return { clock, db, id, sessions: createSessions(db, clock, demo) };
  };
  let parts: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => {
    parts = await setUp();
  });

  test('only the hash of a cookie is stored', async () => {
    const value = await parts.sessions.open(parts.id);
    const stored = JSON.stringify(await parts.db.selectFrom('sessions').selectAll().execute());
    expect(stored).not.toContain(value);
    expect(await parts.sessions.resolve(value, false)).toMatchObject({
      operator: { id: 'demo-operator', name: 'Jonas Verbeek', role: 'operator' },
    });
  });

  test('ends when it is idle; use keeps it, background reads do not', async () => {
    const value = await parts.sessions.open(parts.id);
    parts.clock.advance(IDLE_MS - 1);
    expect(await parts.sessions.resolve(value, false)).not.toBeNull();
    parts.clock.advance(IDLE_MS - 1);
    expect(await parts.sessions.resolve(value, true)).not.toBeNull();
    parts.clock.advance(1);
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('ends after its longest life, used or not', async () => {
    const value = await parts.sessions.open(parts.id);
    for (let used = 0; used < ABSOLUTE_MS; used += IDLE_MS / 2) {
      expect(await parts.sessions.resolve(value, false)).not.toBeNull();
      parts.clock.advance(IDLE_MS / 2);
    }
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('ends with its operator being disabled', async () => {
    const value = await parts.sessions.open(parts.id);
    await parts.db.updateTable('operators').set({ disabled_at: parts.clock.now() }).execute();
    expect(await parts.sessions.resolve(value, false)).toBeNull();
  });

  test('of a demo operator is worth nothing where there is no demo', async () => {
    const value = await parts.sessions.open(parts.id);
    const real = createSessions(parts.db, parts.clock, false);
    expect(await real.resolve(value, false)).toBeNull();
  });

  test('that are over are removed when another begins', async () => {
    await parts.sessions.open(parts.id);
    parts.clock.advance(IDLE_MS);
    await parts.sessions.open(parts.id);
    expect(await parts.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });
});

test('over https the cookie is bound to the host and never sent in the clear', () => {
  const cookie = sessionCookie(true);
  expect(cookie.give('v')).toBe('__Host-gridhelm=v; Path=/; HttpOnly; SameSite=Strict; Secure');
  expect(cookie.values('gridhelm=a; __Host-gridhelm=b; x__Host-gridhelm=c')).toEqual(['b']);
  expect(cookie.values(undefined)).toEqual([]);
});
