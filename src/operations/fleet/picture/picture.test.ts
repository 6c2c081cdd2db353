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
    await storeFleetReads(db, ONE, NOW, NOW - 40 * DAY);
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
    const at = (days: number, energy: number) =>
      chargeSession({ startMs: NOW - days * DAY, energy });
    await storeFleetSessions(db, ONE, [at(0, 1.5), at(1, 2), at(1, 0.25)], NOW);
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
    const facts = await factsOf(ONE);
    expect(facts?.energy?.isStale).toBe(true);
    expect(facts?.capacity?.isStale).toBe(false);
  });

  test('an Entity is silent only if it had sessions, and as soon as the time has passed', async () => {
    for (const van of VANS) await storeFleetReads(db, van, NOW, NOW - 40 * DAY);
    const ending = (days: number) => chargeSession({ startMs: NOW - days * DAY - HOUR, energy: 1 });
    await storeFleetSessions(db, ONE, [ending(15)], NOW);
    await storeFleetSessions(db, TWO, [ending(13.9)], NOW);
    await renew();
    expect(await names({ silent: '1' })).toEqual(['Van 1']);
    expect((await factsOf(ONE))?.seenAt).toBe(new Date(NOW - 15 * DAY).toISOString());
    expect((await factsOf(TWO))?.isSilent).toBe(false);
    // Nothing is written when the time has passed.
    const later = NOW + 3 * HOUR;
    expect(await names({ silent: '1' }, later)).toEqual(['Van 1', 'Van 2']);
    expect((await factsOf(TWO, later))?.isSilent).toBe(true);
    expect((await countEntities(db, {}, later)).silent).toBe(2);
  });

  test('an Entity that was offboarded is not silent', async () => {
    await storeFleetReads(db, ONE, NOW, NOW - 40 * DAY);
    const last = chargeSession({ startMs: NOW - 15 * DAY - HOUR, energy: 1 });
    await storeFleetSessions(db, ONE, [last], NOW);
    await renew();
    expect(await names({ silent: '1' })).toEqual(['Van 1']);
    await db.updateTable('entities').set({ offboarded_at: NOW }).where('id', '=', ONE).execute();
    await renew();
    expect(await names({ silent: '1' })).toEqual([]);
    expect((await factsOf(ONE))?.seenAt).toBe(new Date(NOW - 15 * DAY).toISOString());
  });

  test('was last seen at the end of its session, whatever a wrong clock says of the future, and since when that is known', async () => {
    await storeFleetReads(db, ONE, NOW, NOW - 40 * DAY);
    const told = [NOW - DAY, NOW + DAY].map((startMs) => chargeSession({ startMs, energy: 1 }));
    await storeFleetSessions(db, ONE, told, NOW);
    await renew();
    expect(await factsOf(ONE)).toMatchObject({
      seenAt: new Date(NOW - DAY + HOUR).toISOString(),
      sessionsFrom: new Date(NOW - 40 * DAY).toISOString(),
    });
  });
});

describe('the last Command', () => {
  test('is the newest that is due, even from another system', async () => {
    await storeOurs(ONE, NOW - 2 * HOUR, 'Failed');
    expect(await renewDue(db, NOW)).toBe(1);
    expect(await renewDue(db, NOW)).toBe(0);
    expect((await factsOf(ONE))?.last).toMatchObject({ verdict: 'failed', isOurs: true });
    await storeListed(ONE, {
      status: 'Succeeded',
      verification: { status: 'Succeeded', completedAt: null, error: null },
    });
    await renew();
    expect((await factsOf(ONE))?.last).toMatchObject({
      verdict: 'verified',
      type: 'StartCharging',
      isOurs: false,
      at: new Date(NOW - HOUR).toISOString(),
    });
  });

  test('one of ours that the Service also lists counts once, with the status that was read last', async () => {
    const command = await storeOurs(ONE, NOW - 2 * HOUR, 'Sent');
    const trigger = NOW - 2 * HOUR + 3000;
    await storeListed(ONE, { id: command, triggerTime: isoInstant(trigger) });
    await renew();
    expect((await factsOf(ONE))?.last).toMatchObject({ verdict: 'failed', isOurs: true });
  });

  test('one in the future is planned, not the last; it is the last one at its time', async () => {
    await storeListed(ONE, { triggerTime: isoInstant(NOW + HOUR), status: 'Pending' });
    await renew();
    expect(await factsOf(ONE)).toMatchObject({
      last: null,
      planned: { type: 'StartCharging', at: new Date(NOW + HOUR).toISOString() },
    });
    expect(await names({ planned: '1' })).toEqual(['Van 1']);
    expect(await names({ planned: '1' }, NOW + HOUR)).toEqual([]);
    expect(await renewDue(db, NOW + HOUR - 1)).toBe(0);
    expect(await renewDue(db, NOW + HOUR)).toBe(1);
    expect(await renewDue(db, NOW + HOUR)).toBe(0);
    expect(await factsOf(ONE, NOW + HOUR)).toMatchObject({
      planned: null,
      last: { verdict: 'pending' },
    });
  });
});

describe('lists', () => {
  beforeEach(async () => {
    for (const [van, energy] of [
      [ONE, 5],
      [TWO, 20],
    ] as const) {
      await storeFleetReads(db, van, NOW, NOW - 40 * DAY);
      await storeFleetSessions(
        db,
        van,
        [chargeSession({ startMs: NOW - (van === ONE ? 2 : 3) * DAY, energy })],
        NOW,
      );
    }
    await db
      .insertInto('fleet_documents')
      .values({
        entity_id: ONE,
        resource: 'capacity',
        content: '{"batteryCapacity":62}',
        known_at: NOW,
      })
      .execute();
    await db
      .updateTable('fleet_reads')
      .set({ message: 'Forbidden' })
      .where('entity_id', '=', TWO)
      .where('resource', '=', 'locations')
      .execute();
    await storeListed(TWO, {});
    await db
      .insertInto('places')
      .values({
        entity_id: THREE,
        id: id(5),
        latitude: 52,
        longitude: 4,
        label: 'Quay',
        search: 'quay',
        odd: 0,
        known_at: NOW,
      })
      .execute();
    await renew();
  });

  test('are sorted by facts, missing values last in both orders', async () => {
    expect(await names({ sort: 'energy' })).toEqual(['Van 1', 'Van 2', 'Van 3']);
    expect(await names({ sort: 'energy', order: 'desc' })).toEqual(['Van 2', 'Van 1', 'Van 3']);
    expect(await names({ sort: 'seen', order: 'desc' })).toEqual(['Van 1', 'Van 2', 'Van 3']);
    expect(await names({ sort: 'outcome', order: 'desc' })).toEqual(['Van 2', 'Van 3', 'Van 1']);
    expect(await names({ sort: 'capacity', order: 'desc' })).toEqual(['Van 1', 'Van 3', 'Van 2']);
    expect(await names({ sort: 'place' })).toEqual(['Van 3', 'Van 1', 'Van 2']);
    const pages = [];
    for (const offset of [0, 1, 2]) {
      pages.push(...(await names({ sort: 'energy', order: 'desc', offset, limit: 1 })));
    }
    expect(pages).toEqual(['Van 2', 'Van 1', 'Van 3']);
  });

  test('are sorted by the energy of their 30 days, also if nothing reads them any more', async () => {
    const energy = async (now: number) => {
      const { entities } = await listEntities(db, { sort: 'energy', order: 'desc' }, now);
      return entities.map(({ name, facts }) => [name, facts?.energy?.value ?? null]);
    };
    const before = await energy(NOW);
    expect(before.map(([name]) => name)).toEqual(['Van 2', 'Van 1', 'Van 3']);
    // Days leave the 30, last those of Van 1.
    for (let now = NOW; now < NOW + 31 * DAY; now += 6 * HOUR) {
      while ((await renewDue(db, now)) > 0);
      const shown = await energy(now);
      const values = shown.map(([, value]) => Number(value ?? -1));
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }
    expect((await energy(NOW + 31 * DAY)).map(([, value]) => value)).toEqual([null, null, null]);
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
    const { empty } = await countEntities(db, {}, NOW);
    expect(empty).toEqual(['tags', 'note', 'planned', 'capture']);
  });

  test('the filter without a capacity shows only Entities that may have one', async () => {
    const none = { capacity: '~none' as const };
    const counted = async () =>
      (await countEntities(db, {}, NOW)).capacity.values.find(({ value }) => value === '~none')
        ?.count;
    const before = await names(none);
    expect(before).toContain('Van 2');
    expect(await counted()).toBe(before.length);
    await db.updateTable('entities').set({ type: 'ChargePoint' }).where('id', '=', TWO).execute();
    expect(await names(none)).toEqual(before.filter((name) => name !== 'Van 2'));
    expect((await counted()) ?? 0).toBe(before.length - 1);
    expect((await countEntities(db, none, NOW)).total).toBe(before.length - 1);
    // An Entity of unknown type may have one.
    await db.updateTable('entities').set({ type: null }).where('id', '=', TWO).execute();
    expect(await names(none)).toEqual(before);
  });

  test('a typed place wins over that of a Location, which returns when it is removed', async () => {
    const entity = { id: THREE, name: 'Van 3', type: 'EV' };
    const key = async () =>
      (
        await db
          .selectFrom('entities')
          .where('id', '=', THREE)
          .select(['sort_place', 'placed'])
          .executeTakeFirst()
      )?.sort_place;
    expect(await key()).toBe('0quay');
    const typed = DirectoryImport.parse({ entities: [{ ...entity, place: 'Yard' }] });
    await importDirectory(db, typed, 'typed', 2000);
    expect(await key()).toBe('0yard');
    await renew();
    expect(await key()).toBe('0yard');
    await editRecord(db, { kind: 'entity', id: THREE }, { place: null }, 3000);
    expect(await key()).toBe('0quay');
    expect(await names({ place: 'known' })).toEqual(['Van 3']);
  });

  test('a Collective adds up the known facts of its Entities, and counts those Entities', async () => {
    const { collectives } = await collectiveFactsAt(db, NOW);
    const [depot] = collectives;
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
