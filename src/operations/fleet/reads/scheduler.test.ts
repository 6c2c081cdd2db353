import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  FLEET_POLICY,
  HISTORY_FROM_MS,
  NOT_BY_POLICY,
  readsPerDay,
} from '../../../domain/fleet-policy.ts';
import { refreshCost, refreshFleet } from '../refresh-fleet.ts';
import { chargeSession } from '../testing/fleet-rows.ts';
import {
  BUDGET,
  OF_ENTITIES_ALONE,
  readsHarness,
  type ReadsHarness,
} from '../testing/reads-harness.ts';
import { askReads } from './mark-read.ts';
import type { FleetReads } from './scheduler.ts';

const DAY_MS = 86_400_000;
/** Entities of the simulated week; the long form: FLEET_DAY_ENTITIES=1000. */
const IN_A_DAY = Number(process.env['FLEET_DAY_ENTITIES'] ?? 10);
const LONG_MS = 900_000;

let world: ReadsHarness;
let clock: ReadsHarness['clock'];
let db: ReadsHarness['db'];
let service: ReadsHarness['service'];
let reads: FleetReads;

beforeEach(async () => {
  world = await readsHarness();
  ({ clock, db, service } = world);
  reads = world.make(OF_ENTITIES_ALONE);
});
afterEach(() => world.end());

describe('the first fill', () => {
  test('reads everything of every Entity, one resource after the other, back to the beginning', async () => {
    const ids = await world.fleet(20);
    reads.wake();
    await world.pass(5000);
    const { resources, due, entities } = await world.status();
    expect([entities, due]).toEqual([20, 0]);
    for (const each of await world.ofEntities()) {
      expect(each).toMatchObject({ fresh: 20, stale: 0, never: 0, failed: 0 });
    }
    // Two steps of history: 13 months, then everything.
    expect(service.asked).toHaveLength(20 * 7);
    expect(service.asked.slice(0, 20).every(({ what }) => what === 'locations')).toBe(true);
    expect(await world.sessionsOf(ids[0] ?? '')).toHaveLength(2);
    const known = await db
      .selectFrom('fleet_reads')
      .where('resource', '=', 'sessions')
      .select('known_from')
      .execute();
    expect(known.every((row) => row.known_from === HISTORY_FROM_MS)).toBe(true);
    expect(resources.find(({ resource }) => resource === 'history')?.requests).toBe(40);
  });

  test('continues after a stop: nothing is lost, and only what was under way is read twice', async () => {
    await world.fleet(30);
    reads.wake();
    await world.pass(700);
    await reads.stop();
    const before = service.asked.length;
    expect(before).toBeGreaterThan(20);
    reads = world.make();
    reads.wake();
    await world.pass(5000);
    expect((await world.ofEntities()).every(({ fresh }) => fresh === 30)).toBe(true);
    expect(service.asked.length).toBeLessThanOrEqual(30 * 7 + 16);
  });

  test('does not read archived Entities, and reads Entities that the directory gets later', async () => {
    const [first = ''] = await world.fleet(2);
    await db.updateTable('entities').where('id', '=', first).set({ archived: 2 }).execute();
    reads.wake();
    await world.pass(3000);
    expect(new Set(service.asked.map(({ entityId }) => entityId)).has(first)).toBe(false);
    await db.updateTable('entities').where('id', '=', first).set({ archived: 0 }).execute();
    reads.directoryChanged();
    await world.pass(3000);
    expect((await world.ofEntities()).every(({ fresh }) => fresh === 2)).toBe(true);
  });
});

test('reading waits for a store that falls behind, and continues', async () => {
  const ids = await world.fleet(64);
  const sessions = Array.from({ length: 400 }, (_, hours) =>
    chargeSession({ startMs: clock.now() - DAY_MS - hours * 3_600_000, energy: 1 }),
  );
  for (const id of ids) service.entities.set(id, { locations: [], sessions });
  reads = world.make(null);
  await askReads(db, { entityIds: ids, resources: ['sessions'] }, clock.now());
  reads.wake();
  await world.pass(20);
  let release = () => {};
  const held = db.transaction().execute(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  await world.pass(5000);
  // Five hold 2,000 rows; those that were under way are stored with them.
  expect(service.asked.length).toBeLessThan(30);
  release();
  await held;
  await world.pass(5000);
  expect(service.asked).toHaveLength(64);
  expect(await world.sessionsOf(ids.at(-1) ?? '')).toHaveLength(400);
});

test('an answer that was asked for before a change is read again, and not stored', async () => {
  const [id = ''] = await world.fleet(1);
  reads = world.make(null);
  await askReads(db, { entityIds: [id], resources: ['capacity'] }, clock.now());
  reads.wake();
  while (service.asked.length === 0) await world.pass(1);
  world.changes.note(id, 'capacity');
  await world.pass(5000);
  expect(service.asked).toHaveLength(2);
  expect((await world.status()).due).toBe(0);
});

describe('the policy', () => {
  test(
    'a day takes as many requests as its arithmetic says',
    async () => {
      await world.fleet(IN_A_DAY);
      reads.wake();
      await world.pass(DAY_MS);
      const filled = service.asked.length;
      await world.pass(7 * DAY_MS);
      // 1 + 4 + 1 + 1/7 + 1 reads per Entity and day.
      const perDay = (service.asked.length - filled) / 7 / IN_A_DAY;
      console.log(`${perDay.toFixed(3)} requests per Entity and day, ${IN_A_DAY} Entities`);
      expect(perDay).toBeGreaterThan(readsPerDay(FLEET_POLICY) * 0.9);
      expect(perDay).toBeLessThan(readsPerDay(FLEET_POLICY) * 1.1);
    },
    LONG_MS,
  );

  test('without one, only what is asked for is read', async () => {
    const [first = ''] = await world.fleet(3);
    reads = world.make(null);
    reads.wake();
    await world.pass(60_000);
    expect(service.asked).toEqual([]);
    await askReads(db, { entityIds: [first], resources: ['capacity'] }, clock.now());
    reads.wake();
    await world.pass(60_000);
    expect(service.asked).toMatchObject([{ what: 'capacity', entityId: first }]);
  });

  test('what is asked for goes before everything that is due', async () => {
    const ids = await world.fleet(200);
    reads.wake();
    await world.pass(1000);
    const last = ids.at(-1) ?? '';
    await askReads(db, { entityIds: [last], resources: ['sessions'] }, clock.now());
    const before = service.asked.length;
    reads.wake();
    await world.pass(1000);
    const at = service.asked.findIndex(
      ({ what, entityId }) => what === 'sessions' && entityId === last,
    );
    // Those that were under way are ahead of it.
    expect(at - before).toBeLessThanOrEqual(16);
    expect(at).toBeGreaterThanOrEqual(before);
  });
});

describe('a policy without older sessions', () => {
  const WITHOUT = { ...OF_ENTITIES_ALONE, history: NOT_BY_POLICY };
  const olderOf = () => service.asked.filter(({ what }) => what === 'sessions').length - 3;

  test('reads the recent ones, and older ones only for a report', async () => {
    const [first = ''] = await world.fleet(3);
    reads = world.make(WITHOUT);
    reads.wake();
    await world.pass(20_000);
    const { due, resources } = await world.status(WITHOUT);
    expect(due).toBe(0);
    expect(resources.find(({ resource }) => resource === 'history')).toMatchObject({
      everySeconds: null,
      never: 3,
      requestsByPolicy: 0,
      nextAt: null,
    });
    expect(olderOf()).toBe(0);
    const historyFrom = clock.now() - 800 * DAY_MS;
    const asked = { entityIds: [first], resources: ['history'] as const, historyFrom };
    await askReads(db, asked, clock.now());
    reads.wake();
    await world.pass(20_000);
    expect(olderOf()).toBe(1);
  });

  test('leaves those alone that were due when it was switched off', async () => {
    await world.fleet(3);
    reads.wake();
    await world.pass(100);
    await db.updateTable('fleet_reads').set({ rank: 2, due_at: 0, claimed_until: 0 }).execute();
    await reads.stop();
    const before = service.asked.length;
    reads = world.make(WITHOUT);
    reads.wake();
    await world.pass(20_000);
    expect(service.asked.length).toBe(before);
  });
});

test('only what is stale or was never read can be asked for', async () => {
  const [first = '', second = ''] = await world.fleet(2);
  reads = world.make(null);
  await askReads(db, { entityIds: [first], resources: ['capacity'] }, clock.now());
  reads.wake();
  await world.pass(1000);
  const choice = {
    entityIds: null,
    collectiveId: null,
    resources: ['capacity' as const],
    only: 'stale' as const,
  };
  const parts = { db, agesBy: FLEET_POLICY, requestsPerSecond: BUDGET };
  await askReads(db, { entityIds: [first, second], resources: ['locations'] }, clock.now());
  expect(await refreshCost(parts, choice, clock.now())).toMatchObject({ entities: 1 });
  await world.pass(9 * DAY_MS);
  expect(await refreshCost(parts, choice, clock.now())).toEqual({
    entities: 2,
    requests: 2,
    seconds: 2 / BUDGET,
  });
  await refreshFleet(parts, choice, clock.now());
  const before = service.asked.length;
  reads.wake();
  await world.pass(1000);
  const read = service.asked.slice(before).filter(({ what }) => what === 'capacity');
  expect(read.map(({ entityId }) => entityId)).toEqual([first, second]);
});

describe('sessions', () => {
  test('one that is told differently gets a version, one that is not listed any more is kept', async () => {
    const [id = ''] = await world.fleet(1);
    const [recent] = service.entities.get(id)?.sessions ?? [];
    if (recent === undefined) throw new Error('no session');
    reads.wake();
    await world.pass(5000);
    const changed = chargeSession({ startMs: clock.now() - DAY_MS, energy: 11, id: recent.id });
    service.entities.set(id, { sessions: [changed] });
    await world.pass(DAY_MS);
    const versions = (await world.sessionsOf(id)).filter((row) => row.id === recent.id);
    expect(versions.map(({ version, current, energy }) => [version, current, energy])).toEqual([
      [1, 0, 10_000_000],
      [2, 1, 11_000_000],
    ]);
    service.entities.set(id, { sessions: [] });
    await world.pass(DAY_MS);
    const gone = (await world.sessionsOf(id)).filter((row) => row.id === recent.id);
    expect(gone.map(({ current, gone_at: at }) => [current, at !== null])).toEqual([
      [0, false],
      [0, true],
    ]);
  });
});

test('a session that vanished weeks ago is noticed by the weekly read', async () => {
  const [id = ''] = await world.fleet(1);
  const [recent, ancient] = service.entities.get(id)?.sessions ?? [];
  if (recent === undefined || ancient === undefined) throw new Error('no session');
  const vanishing = chargeSession({ startMs: clock.now() - 20 * DAY_MS, energy: 3 });
  service.entities.set(id, { sessions: [recent, vanishing, ancient] });
  reads.wake();
  await world.pass(5000);
  service.entities.set(id, { sessions: [recent, ancient] });
  const readAgain = async (wide: { wide_at?: number }) => {
    await db
      .updateTable('fleet_reads')
      .where('resource', '=', 'sessions')
      .set({ due_at: clock.now(), ...wide })
      .execute();
    reads.wake();
    await world.pass(2000);
    const rows = await world.sessionsOf(id);
    return rows.filter((row) => row.current === 1).map((row) => row.id);
  };
  // The daily read goes back a week, and is told the same as before.
  expect(await readAgain({})).toContain(vanishing.id);
  const listed = await readAgain({ wide_at: world.clock.now() - 8 * DAY_MS });
  expect(listed.toSorted()).toEqual([recent.id, ancient.id].toSorted());
});

describe('the history', () => {
  test('is read as far back as a report asks for, before its time', async () => {
    const [id = ''] = await world.fleet(1);
    reads = world.make(null);
    const from = clock.now() - 800 * DAY_MS;
    await askReads(
      db,
      { entityIds: [id], resources: ['sessions', 'history'], historyFrom: from },
      clock.now(),
    );
    reads.wake();
    await world.pass(5000);
    const record = await db
      .selectFrom('fleet_reads')
      .where('resource', '=', 'sessions')
      .select('known_from')
      .executeTakeFirst();
    expect(record?.known_from).toBe(from);
    expect(await world.sessionsOf(id)).toHaveLength(2);
  });
});
