import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { Location } from '../../../contract/location.ts';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { importDirectory } from '../../directory/import.ts';
import { writePlaces } from '../places/place-store.ts';
import { chargeSession, storeFleetRead, storeFleetSessions } from '../testing/fleet-rows.ts';
import { renewAll } from '../testing/renew-all.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
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
  db = await smallStore(NOW);
});

const sums = async (zone = ZONE, now = NOW) => {
  await renewAll(db, now);
  return sumEnergy(db, FLEET_POLICY, null, zone, now);
};
/** Puts the first van in Zurich. */
const inZurich = async () => {
  const place = { id: POOL, label: null, latitude: 47.37, longitude: 8.54 };
  await writePlaces(db, VAN, [Location.parse(place)], true, NOW);
};
const charge = (entityId: string, ...sessions: [startMs: number, energy: number][]) =>
  storeFleetSessions(
    db,
    entityId,
    sessions.map(([startMs, energy]) => chargeSession({ startMs, energy })),
    NOW,
  );
const isRead = (entityId: string) =>
  storeFleetRead(db, entityId, 'sessions', NOW, { known_from: NOW - 60 * DAY });
/** A second Collective with only the second van. */
const addPool = () => {
  const pool = { id: POOL, name: 'Pool', type: 'Fleet', owner: null, entities: [OTHER] };
  return importDirectory(db, { collectives: [pool], entities: [] }, 'more', NOW);
};
const view = async (of: string | null = null, zone = ZONE) => energyView(await sums(zone), of);

test('a session counts on the day of its start at the site, and exactly', async () => {
  await isRead(VAN);
  await charge(VAN, [NOW - 60_000, 0.1], [NOW - 61_000, 0.2], [NOW - HOUR, 4], [NOW - DAY, 1]);
  // Without a place, days are those in UTC.
  expect((await view(null, 'UTC')).days?.slice(-2)).toEqual([1, 4.3]);
  await inZurich();
  const zurich = await view();
  expect(zurich.from).toBe('2026-05-13');
  expect(zurich.days?.slice(-3)).toEqual([0, 5, 0.3]);
  expect(zurich.week?.value).toBe(5.3);
});

/** The same charge each day: the Service computes it a while after its end. */
const perDay = (energy: number) =>
  Array.from({ length: 40 }, (_, at): [number, number] => [NOW - at * DAY, energy]);

test('a week ends today and compares its complete days with the week before; a month has thirty days', async () => {
  await inZurich();
  await isRead(VAN);
  await charge(VAN, ...perDay(1));
  const { week, month, days } = await view();
  expect(week).toEqual({ value: 7, complete: { days: 4, value: 4, before: 4 } });
  expect(month).toBe(30);
  expect(days).toEqual(Array.from({ length: 30 }, () => 1));
});

test('never read is not zero, and partly read is marked', async () => {
  const none = { days: null, week: null, month: null };
  expect(await view()).toMatchObject({ ...none, known: { read: 0, of: 2 } });
  await isRead(VAN);
  await storeFleetRead(db, OTHER, 'sessions', NOW, { known_from: NOW - 7 * DAY });
  expect(await view()).toMatchObject({ month: 0, known: { read: 1, of: 2 } });
});

test('an Entity whose sessions an operator read counts as partly known, and only once', async () => {
  await addPool();
  await charge(VAN, [NOW - DAY, 3], [NOW - 2 * DAY, 4]);
  // A session without energy is in no sum.
  await storeFleetSessions(db, OTHER, [told(1, null, 'kWh')], NOW);
  const known = { read: 0, partly: 1, of: 2 };
  const seen = await sums();
  expect(energyView(seen, null)).toMatchObject({ month: 7, known });
  expect(energyView(seen, POOL).known).toEqual({ read: 0, partly: 0, of: 1 });
  // Once read from then on, it is fully known.
  await isRead(VAN);
  expect((await view()).known).toEqual({ read: 1, partly: 0, of: 2 });
});

/** A session that started some days ago, with any amount. */
const told = (days: number, total: number | null, unit: string | null) => {
  const [start, end] = [isoInstant(NOW - days * DAY), isoInstant(NOW)];
  const data = { start, end, charge: { total: { total, unit } } };
  return ChargeSession.parse({ id: crypto.randomUUID(), created: end, data });
};

test('units are kept apart: that of most sessions is shown, the others are named', async () => {
  await isRead(VAN);
  await charge(VAN, [NOW - DAY, 3], [NOW - 2 * DAY, 3]);
  await storeFleetSessions(db, VAN, [told(1, 9000, 'Wh')], NOW);
  const leftOut = { month: { otherUnits: 1, withoutEnergy: 0 } };
  const shown = { unit: 'kWh', otherUnits: ['Wh'], month: 6, leftOut };
  expect(await view()).toMatchObject(shown);
});

test('every sum counts the sessions it leaves out, by reason', async () => {
  await addPool();
  await isRead(VAN);
  await charge(VAN, [NOW - DAY, 3], [NOW - 2 * DAY, 3], [NOW - 3 * DAY, 3]);
  const odd = [told(1, 1e300, 'kWh'), told(2, null, 'kWh'), told(9, 5, 'foo')];
  await storeFleetSessions(db, VAN, [...odd, told(20, null, null)], NOW);
  const all = await sums();
  const { leftOut, month, sessions } = energyView(all, null);
  expect([month, sessions]).toEqual([9, 7]);
  expect(leftOut).toEqual({
    week: { otherUnits: 0, withoutEnergy: 2, doubtful: 5 },
    month: { otherUnits: 1, withoutEnergy: 3, doubtful: 6 },
  });
  const drawn = { otherUnits: 1, withoutEnergy: 3 };
  expect(fleetEnergy(all, new Map()).drawnLeftOut).toMatchObject(drawn);
  const none = { otherUnits: 0, withoutEnergy: 0, doubtful: 0 };
  expect(energyView(all, POOL).leftOut.month).toEqual(none);
});

test('a day is provisional until the Service has computed it and everything was read', async () => {
  const computed = (days: number) => {
    const end = Date.parse('2026-06-10T09:00:00Z') - days * DAY;
    return { ...chargeSession({ startMs: end - HOUR, energy: 1 }), created: isoInstant(end) };
  };
  await storeFleetSessions(db, VAN, [computed(1), computed(2)], NOW);
  await storeFleetRead(db, VAN, 'sessions', NOW - 6 * HOUR, { known_from: 0 });
  const viewAt = () => view(null, 'UTC');
  // Read after today's computation at nine: sessions that ended yesterday are known, one over midnight is not.
  const from9 = { provisionalFrom: '2026-06-09' };
  expect(await viewAt()).toMatchObject({ ...from9, week: { complete: { days: 5 } } });
  await storeFleetRead(db, OTHER, 'sessions', NOW - 16 * HOUR, { known_from: 0 });
  expect((await viewAt()).provisionalFrom).toBe('2026-06-08');
  expect((await viewAt()).known).toEqual({ read: 2, partly: 0, of: 2 });
  // Outdated reads do not count as known, and do not make the other days provisional.
  const read = db.updateTable('fleet_reads').where('entity_id', '=', OTHER);
  await read.set({ read_at: NOW - 3 * DAY }).execute();
  expect(await viewAt()).toMatchObject({ ...from9, known: { read: 1, of: 2 } });
});

test('without any session there is no sum, not zero', async () => {
  await isRead(VAN);
  expect(await view()).toMatchObject({ sessions: 0, month: 0 });
  await charge(VAN, [NOW - DAY, 0]);
  expect(await view()).toMatchObject({ sessions: 1, month: 0 });
});

test('an older version, and an Entity that is not listed, do not count', async () => {
  await isRead(VAN);
  await charge(VAN, [NOW - DAY, 3]);
  await db.updateTable('fleet_sessions').set({ current: 0 }).execute();
  await charge(VAN, [NOW - DAY, 4]);
  await charge(OTHER, [NOW - DAY, 5]);
  await db.updateTable('entities').set({ archived: 2 }).where('id', '=', OTHER).execute();
  expect(await view()).toMatchObject({ month: 4, known: { read: 1, of: 1 } });
});

test('an Entity of two Collectives counts in both, and once in the stack: apart', async () => {
  await addPool();
  await charge(VAN, [NOW - DAY, 3]);
  await charge(OTHER, [NOW - DAY, 5], [NOW - 15 * DAY, 2]);
  const all = await sums();
  expect(energyView(all, FLEET).month).toBe(10);
  expect(energyView(all, POOL).month).toBe(7);
  // Yesterday in UTC is the day before yesterday in Zurich.
  const { stack, previous, month } = fleetEnergy(all, new Map([[FLEET, 'Depot']]));
  expect(month).toBe(10);
  expect(stack.map(({ kind, collective, values }) => [kind, collective, values.at(-3)])).toEqual([
    ['collective', { id: FLEET, name: 'Depot' }, 3],
    ['several', null, 5],
  ]);
  expect(previous.reduce((sum, value) => sum + value, 0)).toBe(2);
});

test('nothing is lost or added twice between parts, even with many sessions at one instant', async () => {
  const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const many = Array.from({ length: 1500 }, (_, at) => ({ id: idOf(at), name: null, type: 'EV' }));
  await importDirectory(db, DirectoryImport.parse({ entities: many }), 'more', NOW);
  const startOf = (at: number) => NOW - DAY + Math.floor(at / 2);
  const starts = Array.from({ length: 300 }, (_, at): [number, number] => [startOf(at), 0.001]);
  for (const { id } of [...many.slice(998, 1002), ...many.slice(-1)]) {
    await charge(id, ...starts);
  }
  expect(await view()).toMatchObject({ month: 1.5, known: { of: 1502 } });
});

test('a Collective is added up as the whole fleet is', async () => {
  await addPool();
  await isRead(VAN);
  await charge(VAN, [NOW - DAY, 3], [NOW - 3 * DAY, 0.7]);
  await charge(OTHER, [NOW - DAY, 5], [NOW - 15 * DAY, 2]);
  const all = await sums();
  for (const id of [FLEET, POOL]) {
    const own = await sumEnergy(db, FLEET_POLICY, id, ZONE, NOW);
    expect(energyView(own, id)).toEqual(energyView(all, id));
  }
});
