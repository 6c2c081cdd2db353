import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { CollectiveSessions, FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { importDirectory } from '../../directory/import.ts';
import { aCommand, storeBatch } from '../../dispatch/testing/stored-batch.ts';
import { storeFleetCommand } from '../testing/fleet-command-rows.ts';
import { chargeSession, storeFleetRead, storeFleetSessions } from '../testing/fleet-rows.ts';
import { renewAll } from '../testing/renew-all.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { readCollectiveSessions } from './read-collective-sessions.ts';
import { readFleetCollective } from './read-fleet-collective.ts';

/** 00:30 of the 11th in Zurich. */
const NOW = Date.parse('2026-06-10T22:30:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Zurich';
const [VAN, CAR] = CARS;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await smallStore(NOW - DAY);
});

const charged = (entityId: string, startMs: number, energy = 10) =>
  storeFleetSessions(db, entityId, [chargeSession({ startMs, energy })], NOW);

describe('a Collective at a glance', () => {
  const glance = async (id: string = FLEET) => {
    await renewAll(db, NOW);
    return FleetCollective.parse(
      await readFleetCollective({ db, policy: FLEET_POLICY }, id, ZONE, NOW),
    );
  };

  test('counts the Entities with known data for each resource', async () => {
    await storeFleetRead(db, VAN, 'features', NOW - HOUR);
    await storeFleetRead(db, CAR, 'features', NOW - 9 * DAY, { message: 'Gone', tries: 3 });
    const { entities, known } = await glance();
    expect(entities).toBe(2);
    expect(known.find(({ resource }) => resource === 'features')).toEqual({
      resource: 'features',
      read: 2,
      fresh: 1,
      partly: 0,
      failed: 1,
      oldestAt: isoInstant(NOW - 9 * DAY),
    });
    const capacity = known.find(({ resource }) => resource === 'capacity');
    expect(capacity).toMatchObject({ read: 0, oldestAt: null });
  });

  test('counts the last Command of each Entity, whichever system sent it; planned ones do not count', async () => {
    const at = (hours: number) => ({ triggerTime: isoInstant(NOW - hours * HOUR) });
    await storeBatch(db, { commands: [aCommand(randomUUID(), at(5))], members: [VAN] }, NOW);
    expect(await glance()).toMatchObject({ outcomes: { pending: 1 }, commandsUnread: 1 });
    await storeFleetRead(db, CAR, 'commands', NOW);
    expect(await glance()).toMatchObject({ uncommanded: 1, commandsUnread: 0 });
    const failed = { status: 'Failed', error: { title: 'Not plugged in', description: null } };
    const other = aCommand(randomUUID(), { ...at(-1), ...failed, entityId: VAN });
    await storeFleetCommand(db, other, NOW);
    expect((await glance()).outcomes).toEqual({ pending: 1 });
    const due = (hours: number) => db.updateTable('commands').set({ due_at: NOW - hours * HOUR });
    await due(5).execute();
    await due(1).where('id', '=', other.id).execute();
    const { outcomes, failing } = await glance();
    expect(outcomes).toEqual({ failed: 1 });
    expect(failing).toMatchObject({
      total: 1,
      entities: [{ id: VAN, name: 'Van 1', command: { error: failed.error } }],
    });
  });

  test('names Entities that fell silent, but none that was not read recently or never charged', async () => {
    await charged(VAN, NOW - 20 * DAY);
    await charged(CAR, NOW - 20 * DAY);
    await storeFleetRead(db, VAN, 'sessions', NOW);
    await storeFleetRead(db, CAR, 'sessions', NOW - 5 * DAY);
    expect((await glance()).silent).toEqual({
      total: 1,
      entities: [{ id: VAN, name: 'Van 1', type: 'EV', lastAt: isoInstant(NOW - 20 * DAY + HOUR) }],
    });
    // By the end of the last session, as in lists.
    await charged(VAN, NOW - 14 * DAY - HOUR / 2);
    expect((await glance()).silent.total).toBe(0);
  });

  test('has the next plans and the last batches', async () => {
    const triggerTime = isoInstant(NOW + HOUR);
    const items = [{ type: 'StopCharging', value: null, triggerTime }];
    const commands = [aCommand(randomUUID(), { triggerTime })];
    const id = await storeBatch(db, { kind: 'schedule', items, commands }, NOW);
    const { next, planned, last } = await glance();
    expect(next).toMatchObject([{ batch: { dispatchId: id }, triggerTime }]);
    expect([planned, last.batches.map((batch) => batch.id)]).toEqual([1, [id]]);
  });

  test('answers 404 if the directory does not have it', async () => {
    await expect(glance(randomUUID())).rejects.toMatchObject({ status: 404 });
  });
});

describe('the sessions of a Collective', () => {
  const START = NOW - 30 * DAY;
  const sessions = async (page: { offset?: number; limit?: number; zone?: string } = {}) => {
    const query = { zone: ZONE, start: isoInstant(START), end: isoInstant(NOW), ...page };
    const told = await readCollectiveSessions(db, FLEET_POLICY, FLEET, query, NOW);
    return CollectiveSessions.parse(told);
  };

  test('name the Entities never read, known only from an instant, failing, and without a session', async () => {
    const empty = await sessions();
    expect(empty).toMatchObject({ total: 0, units: [], without: 0, oldestAt: null, rows: [] });
    expect(empty.never.entities.map(({ id }) => id)).toEqual([VAN, CAR]);
    await storeFleetRead(db, VAN, 'sessions', NOW - HOUR, { known_from: START - DAY });
    const failed = { known_from: START + DAY, message: 'Back at four', tried_at: NOW };
    await storeFleetRead(db, CAR, 'sessions', NOW - DAY, failed);
    const known = await sessions();
    const oldestAt = isoInstant(NOW - DAY);
    expect(known).toMatchObject({ never: { total: 0 }, without: 1, oldestAt });
    expect(known.partial.entities).toMatchObject([{ id: CAR, knownFrom: isoInstant(START + DAY) }]);
    expect(known.failing.entities).toMatchObject([
      { id: CAR, message: 'Back at four', triedAt: isoInstant(NOW) },
    ]);
  });

  test('add up exactly, by unit, day and Entity, within the period', async () => {
    await charged(VAN, START, 0.1);
    await charged(VAN, NOW - HOUR, 0.2);
    await charged(CAR, NOW - 60_000, 4);
    await charged(CAR, START - 1, 50);
    await charged(CAR, NOW, 50);
    const found = await sessions();
    expect(found.total).toBe(3);
    expect(found.units).toEqual([{ unit: 'kWh', energy: 4.3, sessions: 3 }]);
    expect(found.days).toEqual([
      { date: '2026-05-12', energy: 0.1, sessions: 1 },
      { date: '2026-06-10', energy: 0.2, sessions: 1 },
      { date: '2026-06-11', energy: 4, sessions: 1 },
    ]);
    expect(found.most.map(({ id, energy, sessions: count }) => [id, energy, count])).toEqual([
      [CAR, 4, 1],
      [VAN, 0.3, 2],
    ]);
    expect(found.least).toEqual([]);
  });

  test('in two units are never added together', async () => {
    await charged(VAN, NOW - HOUR, 0.1);
    await charged(CAR, NOW - 2 * DAY, 0.2);
    const other = chargeSession({ startMs: NOW - HOUR, energy: 7 });
    const total = other.data?.charge?.total;
    if (total) total.unit = 'Wh';
    await storeFleetSessions(db, VAN, [other], NOW);
    const { units, days } = await sessions();
    expect(units).toEqual([
      { unit: 'kWh', energy: 0.3, sessions: 2 },
      { unit: 'Wh', energy: 7, sessions: 1 },
    ]);
    expect(days.map(({ energy, sessions: count }) => [energy, count])).toEqual([
      [0.2, 1],
      [0.1, 2],
    ]);
  });

  test('with implausible values are counted, and stay in the totals', async () => {
    await charged(VAN, NOW - DAY, 0);
    const backwards = chargeSession({ startMs: NOW - DAY, energy: 2, hours: -1 });
    await storeFleetSessions(db, CAR, [backwards], NOW);
    await charged(CAR, NOW - 2 * DAY, 3);
    expect(await sessions()).toMatchObject({ flagged: 2, total: 3 });
  });

  // Few Entities are named in the statement; with many, the query goes through the days.
  test.each([0, 600])('come page by page, newest first, with %i other Entities', async (others) => {
    const more = Array.from({ length: others }, () => randomUUID());
    const depot = { id: FLEET, name: 'Depot', type: 'Fleet', owner: null };
    const collectives = [{ ...depot, entities: [...CARS, ...more] }];
    const entities = more.map((id) => ({ id, name: null, type: 'EV', brand: null }));
    await importDirectory(db, { collectives, entities }, 'import', NOW);
    const starts = Array.from({ length: 25 }, (_, at) => NOW - 60_000 - at * 7 * HOUR);
    for (const [at, startMs] of starts.entries()) await charged(at % 2 === 0 ? VAN : CAR, startMs);
    const elsewhere = randomUUID();
    await charged(elsewhere, NOW - 30 * 60_000);
    const pages = [];
    for (let offset = 0; offset < 30; offset += 4) pages.push(await sessions({ offset, limit: 4 }));
    const rows = pages.flatMap((page) => page.rows);
    expect(rows.map(({ session }) => session.data?.start)).toEqual(starts.map(isoInstant));
    expect(rows.map(({ id }) => id)).toEqual(starts.map((_, at) => (at % 2 === 0 ? VAN : CAR)));
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 25));
    expect(rows[0]).toMatchObject({ name: 'Van 1', type: 'EV' });
  });

  test('follow the clock of a zone over its change', async () => {
    const spring = Date.parse('2026-03-29T00:30:00Z');
    for (const hours of [-3, 0, 1, 21.4, 21.6]) await charged(VAN, spring + hours * HOUR, 1);
    const all = { zone: ZONE, start: '2026-01-01T00:00:00Z' };
    const found = await readCollectiveSessions(db, FLEET_POLICY, FLEET, all, NOW);
    expect(found.days.map(({ date, sessions: count }) => [date, count])).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 3],
      ['2026-03-30', 1],
    ]);
  });
});
