import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { countEntities } from '../../directory/facets.ts';
import { editRecord } from '../../directory/edit.ts';
import { importDirectory } from '../../directory/import.ts';
import { listEntities } from '../../directory/list.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { aCommand, storeBatch } from '../../dispatch/testing/stored-batch.ts';
import { chargeSession, storeFleetReads, storeFleetSessions } from '../testing/fleet-rows.ts';
import { storeFleetCommand } from '../testing/fleet-command-rows.ts';
import { collectiveFactsAt } from '../testing/collective-facts.ts';
import { renewAll } from '../testing/renew-all.ts';
import { renewDue } from './renew-pictures.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 2, 2, 12);
const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const DEPOT = id(900);
const VANS = [id(1), id(2), id(3)];
const [ONE, TWO, THREE] = [id(1), id(2), id(3)];

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  const document = DirectoryImport.parse({
    collectives: [{ id: DEPOT, name: 'Depot', entities: VANS }],
    entities: VANS.map((van, at) => ({ id: van, name: `Van ${at + 1}`, type: 'EV' })),
  });
  await importDirectory(db, document, 'import', 1000);
});

const renew = (now = NOW) => renewAll(db, now);
/** Entities whose resources were read, with the sessions of 40 days. */
const isRead = async (...vans: string[]) => {
  for (const van of vans) await storeFleetReads(db, van, NOW, NOW - 40 * DAY);
};
/** Sessions of an hour that began some days ago, with their energy in kWh. */
const charged = (van: string, ...sessions: [days: number, energy: number][]) =>
  storeFleetSessions(
    db,
    van,
    sessions.map(([days, energy]) => chargeSession({ startMs: NOW - days * DAY, energy })),
    NOW,
  );
const set = (van: string, change: { type?: string | null; offboarded_at?: number }) =>
  db.updateTable('entities').set(change).where('id', '=', van).execute();
const ago = (ms: number) => isoInstant(NOW - ms);

async function factsOf(entity: string, now = NOW) {
  const { entities } = await listEntities(db, {}, now);
  return entities.find((row) => row.id === entity)?.facts ?? null;
}

const names = async (query: object, now = NOW) =>
  (await listEntities(db, query, now)).entities.map(({ name }) => name);

async function storeListed(entityId: string, change: Partial<Command>): Promise<void> {
  const command = aCommand(randomUUID(), {
    entityId,
    type: 'StartCharging',
    triggerTime: isoInstant(NOW - HOUR),
    status: 'Failed',
    ...change,
  });
  await storeFleetCommand(db, command, NOW);
}

/** A Command that this console sent. */
async function storeOurs(entityId: string, at: number, status: string) {
  const own = randomUUID();
  const commands = [aCommand(own, { entityId, status, triggerTime: isoInstant(at) })];
  await storeBatch(db, { collectiveId: DEPOT, commands, members: [entityId] }, at);
  return own;
}

describe('facts of an Entity', () => {
  test('never read is not zero: an Entity without any reads has no facts', async () => {
    await renew();
    expect(await factsOf(ONE)).toBeNull();
    await isRead(ONE);
    await renew();
    const read = await factsOf(ONE);
    // Without known sessions the sum is unknown, not zero.
    expect(read?.energy).toMatchObject({ value: null, unit: null, isStale: false });
    expect(read?.energy?.days).toEqual(Array.from({ length: 30 }, () => 0));
    expect(read?.capacity).toMatchObject({ value: null });
    expect(await names({ capacity: 'never' })).toEqual(['Van 2', 'Van 3']);
    expect(await names({ capacity: '~none' })).toEqual(['Van 1']);
  });

  test('energy is added by whole UTC day in the unit of most sessions; days not read are not zero', async () => {
    await storeFleetReads(db, ONE, NOW, NOW - 3 * DAY);
    await charged(ONE, [0, 1.5], [1, 2], [1, 0.25]);
    await renew();
    const energy = (await factsOf(ONE))?.energy;
    expect(energy).toMatchObject({
      value: 3.75,
      unit: 'kWh',
      leftOut: { otherUnits: 0, withoutEnergy: 0 },
      // Sessions of today are computed tomorrow, those over midnight a day later.
      until: '2026-03-02',
      provisionalFrom: '2026-02-28',
    });
    expect(energy?.days.slice(-4)).toEqual([0, 0, 2.25, 1.5]);
  });

  test('data read too long ago is stale', async () => {
    await storeFleetReads(db, ONE, NOW - 2 * DAY, NOW - 40 * DAY);
    await renew();
    const stale = { energy: { isStale: true }, capacity: { isStale: false } };
    expect(await factsOf(ONE)).toMatchObject(stale);
  });

  test('an Entity is silent only if it had sessions, and as soon as the time has passed', async () => {
    await isRead(...VANS);
    await charged(ONE, [15 + HOUR / DAY, 1]);
    await charged(TWO, [13.9 + HOUR / DAY, 1]);
    await renew();
    expect(await names({ silent: '1' })).toEqual(['Van 1']);
    expect((await factsOf(ONE))?.seenAt).toBe(ago(15 * DAY));
    expect((await factsOf(TWO))?.isSilent).toBe(false);
    // Nothing is written when the time has passed.
    const later = NOW + 3 * HOUR;
    expect(await names({ silent: '1' }, later)).toEqual(['Van 1', 'Van 2']);
    expect((await factsOf(TWO, later))?.isSilent).toBe(true);
    expect((await countEntities(db, {}, later)).silent).toBe(2);
    // One that was offboarded is not silent.
    await set(ONE, { offboarded_at: NOW });
    await renew();
    expect(await names({ silent: '1' })).toEqual([]);
    expect((await factsOf(ONE))?.seenAt).toBe(ago(15 * DAY));
  });

  test('was last seen at the end of its session, whatever a wrong clock says of the future, and since when that is known', async () => {
    await isRead(ONE);
    await charged(ONE, [1, 1], [-1, 1]);
    await renew();
    const seen = { seenAt: ago(DAY - HOUR), sessionsFrom: ago(40 * DAY) };
    expect(await factsOf(ONE)).toMatchObject(seen);
  });
});

describe('the last Command', () => {
  test('is the newest that is due, even from another system', async () => {
    await storeOurs(ONE, NOW - 2 * HOUR, 'Failed');
    expect(await renewDue(db, NOW)).toBe(1);
    expect(await renewDue(db, NOW)).toBe(0);
    expect((await factsOf(ONE))?.last).toMatchObject({ verdict: 'failed', isOurs: true });
    const verification = { status: 'Succeeded', completedAt: null, error: null };
    await storeListed(ONE, { status: 'Succeeded', verification });
    await renew();
    const last = { verdict: 'verified', type: 'StartCharging', isOurs: false, at: ago(HOUR) };
    expect((await factsOf(ONE))?.last).toMatchObject(last);
  });

  test('one of ours that the Service also lists counts once, with the status that was read last', async () => {
    const command = await storeOurs(ONE, NOW - 2 * HOUR, 'Sent');
    await storeListed(ONE, { id: command, triggerTime: ago(2 * HOUR - 3000) });
    await renew();
    expect((await factsOf(ONE))?.last).toMatchObject({ verdict: 'failed', isOurs: true });
  });

  test('one in the future is planned, not the last; it is the last one at its time', async () => {
    await storeListed(ONE, { triggerTime: ago(-HOUR), status: 'Pending' });
    await renew();
    const planned = { type: 'StartCharging', at: ago(-HOUR) };
    expect(await factsOf(ONE)).toMatchObject({ last: null, planned });
    expect(await names({ planned: '1' })).toEqual(['Van 1']);
    expect(await names({ planned: '1' }, NOW + HOUR)).toEqual([]);
    expect(await renewDue(db, NOW + HOUR - 1)).toBe(0);
    expect(await renewDue(db, NOW + HOUR)).toBe(1);
    expect(await renewDue(db, NOW + HOUR)).toBe(0);
    const due = { planned: null, last: { verdict: 'pending' } };
    expect(await factsOf(ONE, NOW + HOUR)).toMatchObject(due);
  });
});

describe('lists', () => {
  beforeEach(async () => {
    await isRead(ONE, TWO);
    await charged(ONE, [2, 5]);
    await charged(TWO, [3, 20]);
    const capacity = { resource: 'capacity', content: '{"batteryCapacity":62}', known_at: NOW };
    const documents = db.insertInto('fleet_documents');
    await documents.values({ entity_id: ONE, ...capacity }).execute();
    const reads = db.updateTable('fleet_reads').where('resource', '=', 'locations');
    await reads.where('entity_id', '=', TWO).set({ message: 'Forbidden' }).execute();
    await storeListed(TWO, {});
    const place = { id: id(5), latitude: 52, longitude: 4, label: 'Quay', search: 'quay', odd: 0 };
    const places = db.insertInto('places');
    await places.values({ ...place, entity_id: THREE, known_at: NOW }).execute();
    await renew();
  });

  test('are sorted by facts, missing values last in both orders', async () => {
    expect(await names({ sort: 'energy' })).toEqual(['Van 1', 'Van 2', 'Van 3']);
    expect(await names({ sort: 'energy', order: 'desc' })).toEqual(['Van 2', 'Van 1', 'Van 3']);
    expect(await names({ sort: 'seen', order: 'desc' })).toEqual(['Van 1', 'Van 2', 'Van 3']);
    expect(await names({ sort: 'outcome', order: 'desc' })).toEqual(['Van 2', 'Van 3', 'Van 1']);
    expect(await names({ sort: 'capacity', order: 'desc' })).toEqual(['Van 1', 'Van 3', 'Van 2']);
    expect(await names({ sort: 'place' })).toEqual(['Van 3', 'Van 1', 'Van 2']);
    const second = { sort: 'energy', order: 'desc', offset: 1, limit: 1 };
    expect(await names(second)).toEqual(['Van 1']);
  });

  test('are sorted by the energy of their 30 days, also if nothing reads them any more', async () => {
    const energy = async (now: number) => {
      const { entities } = await listEntities(db, { sort: 'energy', order: 'desc' }, now);
      return entities.map(({ facts }) => facts?.energy?.value ?? null);
    };
    // Days leave the 30, last those of Van 1.
    for (let now = NOW; now < NOW + 31 * DAY; now += 6 * HOUR) {
      while ((await renewDue(db, now)) > 0);
      const values = (await energy(now)).map((value) => value ?? -1);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }
    expect(await energy(NOW + 31 * DAY)).toEqual([null, null, null]);
  });

  test('are filtered by facts, and the counts agree', async () => {
    expect(await names({ outcome: 'failed' })).toEqual(['Van 2']);
    // Van 3 was never read, so it is unknown whether it has a Command.
    expect(await names({ outcome: '~none' })).toEqual(['Van 1']);
    expect(await names({ outcome: 'never' })).toEqual(['Van 3']);
    expect(await names({ reads: 'failing' })).toEqual(['Van 2']);
    expect(await names({ place: 'known' })).toEqual(['Van 3']);
    expect(await names({ capacity: 'known', outcome: 'failed' })).toEqual([]);
    for (const filter of [{}, { capacity: 'known' as const }, { outcome: 'never' }]) {
      const facets = await countEntities(db, filter, NOW);
      expect(facets.total).toBe((await listEntities(db, filter, NOW)).total);
      for (const key of ['outcome', 'capacity', 'reads', 'type', 'brand'] as const) {
        for (const { value, count } of facets[key].values) {
          const page = await listEntities(db, { ...filter, [key]: value }, NOW);
          expect([key, value, page.total]).toEqual([key, value, count]);
        }
      }
    }
    expect((await countEntities(db, {}, NOW)).empty).toEqual([
      'tags',
      'note',
      'planned',
      'capture',
    ]);
  });

  test('the filter without a capacity shows only Entities that may have one', async () => {
    const none = { capacity: '~none' as const };
    const shown = async () => {
      const { capacity } = await countEntities(db, {}, NOW);
      const counted = capacity.values.find(({ value }) => value === '~none')?.count ?? 0;
      const { total } = await countEntities(db, none, NOW);
      return [await names(none), counted, total];
    };
    expect(await shown()).toEqual([['Van 2'], 1, 1]);
    await set(TWO, { type: 'ChargePoint' });
    expect(await shown()).toEqual([[], 0, 0]);
    // An Entity of unknown type may have one.
    await set(TWO, { type: null });
    expect(await shown()).toEqual([['Van 2'], 1, 1]);
  });

  test('a typed place wins over that of a Location, which returns when it is removed', async () => {
    const entity3 = db.selectFrom('entities').where('id', '=', THREE).select('sort_place');
    const key = async () => (await entity3.executeTakeFirstOrThrow()).sort_place;
    expect(await key()).toBe('0quay');
    const entities = [{ id: THREE, name: 'Van 3', type: 'EV', place: 'Yard' }];
    await importDirectory(db, DirectoryImport.parse({ entities }), 'typed', 2000);
    expect(await key()).toBe('0yard');
    await renew();
    expect(await key()).toBe('0yard');
    await editRecord(db, { kind: 'entity', id: THREE }, { place: null }, 3000);
    expect(await key()).toBe('0quay');
    expect(await names({ place: 'known' })).toEqual(['Van 3']);
  });

  test('a Collective adds up the known facts of its Entities, and counts those Entities', async () => {
    const [depot] = (await collectiveFactsAt(db, NOW)).collectives;
    expect(depot).toMatchObject({
      id: DEPOT,
      entities: 3,
      failing: 1,
      silent: 0,
      unread: 1,
      energy: { value: 25, unit: 'kWh', readOf: { known: 2, of: 3 }, isStale: false },
    });
    expect(depot?.energy?.days.slice(-4)).toEqual([20, 5, 0, 0]);
    // A day later the same sessions are one day further back.
    const later = await collectiveFactsAt(db, NOW + DAY);
    expect(later.collectives[0]?.energy?.days.slice(-5)).toEqual([20, 5, 0, 0, 0]);
  });
});
