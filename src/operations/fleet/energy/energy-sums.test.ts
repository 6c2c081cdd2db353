import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { REAL_CLOCK } from '../../../lib/clock.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { chargeSession, storeFleetRead, storeFleetSessions } from '../testing/fleet-rows.ts';
import { sumEnergy } from './energy-sums.ts';
import { energyView, fleetEnergy } from './energy-view.ts';

/** 00:30 in Zurich, when it is still the day before in UTC. */
const NOW = Date.parse('2026-06-10T22:30:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Zurich';
const POOL = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0009';
const [VAN, OTHER] = CARS;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await memoryStore();
  await importDirectory(db, SMALL_DIRECTORY, 'import', NOW);
});

const chunks = (signal = new AbortController().signal) => ({ signal, spent: () => {} });
const sums = (zone = ZONE) => sumEnergy(db, zone, NOW, REAL_CLOCK, chunks());
const charge = (entityId: string, ...sessions: [startMs: number, energy: number][]) =>
  storeFleetSessions(
    db,
    entityId,
    sessions.map(([startMs, energy]) => chargeSession({ startMs, energy })),
    NOW,
  );
const isRead = (entityId: string) =>
  storeFleetRead(db, entityId, 'sessions', NOW, { known_from: NOW - 60 * DAY });
/** A second Collective, of the second van alone. */
const addPool = () =>
  importDirectory(
    db,
    {
      collectives: [{ id: POOL, name: 'Pool', type: 'Fleet', owner: null, entities: [OTHER] }],
      entities: [],
    },
    'more',
    NOW,
  );

test('a session counts on the day of its start in the zone, and exactly', async () => {
  await isRead(VAN);
  await charge(VAN, [NOW - 60_000, 0.1], [NOW - 61_000, 0.2], [NOW - HOUR, 4], [NOW - DAY, 1]);
  const zurich = energyView(await sums(), null);
  expect(zurich.from).toBe('2026-05-12');
  expect(zurich.days?.slice(-3)).toEqual([0, 5, 0.3]);
  expect(energyView(await sums('UTC'), null).days?.slice(-2)).toEqual([1, 4.3]);
  expect(zurich.week).toEqual({ value: 5, before: 0 });
});

test('a week is of whole days, beside the seven before; a month of thirty', async () => {
  await isRead(VAN);
  const perDay = Array.from({ length: 40 }, (_, at): [number, number] => [NOW - at * DAY, 1]);
  await charge(VAN, ...perDay);
  const { week, month, days } = energyView(await sums(), null);
  expect([week, month]).toEqual([{ value: 7, before: 7 }, 30]);
  expect(days).toEqual(Array.from({ length: 31 }, () => 1));
});

test('never read is not zero, and what was read in part says so', async () => {
  expect(energyView(await sums(), null)).toMatchObject({
    days: null,
    week: null,
    month: null,
    known: { read: 0, of: 2 },
  });
  await isRead(VAN);
  await storeFleetRead(db, OTHER, 'sessions', NOW, { known_from: NOW - 7 * DAY });
  expect(energyView(await sums(), null)).toMatchObject({
    month: 0,
    known: { read: 1, of: 2 },
  });
});

test('units are kept apart: that of most sessions is shown, the others are named', async () => {
  await isRead(VAN);
  await charge(VAN, [NOW - DAY, 3], [NOW - 2 * DAY, 3]);
  const wattHours = ChargeSession.parse({
    id: crypto.randomUUID(),
    created: isoInstant(NOW),
    data: {
      start: isoInstant(NOW - DAY),
      end: isoInstant(NOW),
      charge: { total: { total: 9000, unit: 'Wh' } },
    },
  });
  await storeFleetSessions(db, VAN, [wattHours], NOW);
  expect(energyView(await sums(), null)).toMatchObject({
    unit: 'kWh',
    otherUnits: ['Wh'],
    month: 6,
  });
});

test('an older version, and an Entity that is not listed, count nothing', async () => {
  await isRead(VAN);
  await charge(VAN, [NOW - DAY, 3]);
  await db.updateTable('fleet_sessions').set({ current: 0 }).execute();
  await charge(VAN, [NOW - DAY, 4]);
  await charge(OTHER, [NOW - DAY, 5]);
  await db.updateTable('entities').set({ archived: 2 }).where('id', '=', OTHER).execute();
  expect(energyView(await sums(), null)).toMatchObject({ month: 4, known: { read: 1, of: 1 } });
});

test('an Entity of two Collectives counts in both, and once in the stack', async () => {
  await addPool();
  await charge(VAN, [NOW - DAY, 3]);
  await charge(OTHER, [NOW - DAY, 5], [NOW - 15 * DAY, 2]);
  const all = await sums();
  expect(energyView(all, FLEET).month).toBe(10);
  expect(energyView(all, POOL).month).toBe(7);
  const { stack, previous, month } = fleetEnergy(all, new Map([[FLEET, 'Depot']]));
  expect(month).toBe(10);
  expect(stack.map(({ collective, values }) => [collective, values.at(-2)])).toEqual([
    [{ id: FLEET, name: 'Depot' }, 8],
    [{ id: POOL, name: POOL }, 0],
  ]);
  expect(previous.reduce((sum, value) => sum + value, 0)).toBe(2);
});

test('nothing is lost or added twice between chunks, many sessions at one instant included', async () => {
  const starts = Array.from({ length: 1500 }, (_, at): [number, number] => [NOW - DAY + at, 0.001]);
  await charge(VAN, ...starts);
  await charge(OTHER, ...starts);
  await charge(VAN, ...starts.slice(0, 3));
  expect(energyView(await sums(), null).month).toBe(3.003);
});

test('ends between two chunks when the console stops', async () => {
  const stop = AbortSignal.abort(new Error('stopping'));
  await expect(sumEnergy(db, ZONE, NOW, REAL_CLOCK, chunks(stop))).rejects.toThrow('stopping');
});
