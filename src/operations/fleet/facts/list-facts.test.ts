import { beforeEach, describe, expect, test } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { countEntities } from '../../directory/facets.ts';
import { importDirectory } from '../../directory/import.ts';
import { listEntities } from '../../directory/list.ts';
import { fleetVersion } from '../fleet-version.ts';
import { chargeSession, storeFleetReads, storeFleetSessions } from '../testing/fleet-rows.ts';
import { collectiveFactsAt } from '../testing/collective-facts.ts';
import { DAY, DEPOT, NOW, ONE, THREE, TWO, id, factsOfEachTest } from '../testing/facts-world.ts';

const world = factsOfEachTest();
const { renew, names, storeListed } = world;

describe('lists', () => {
  beforeEach(async () => {
    for (const [van, energy] of [
      [ONE, 5],
      [TWO, 20],
    ] as const) {
      await storeFleetReads(world.db, van, NOW, NOW - 40 * DAY);
      await storeFleetSessions(
        world.db,
        van,
        [chargeSession({ startMs: NOW - (van === ONE ? 2 : 3) * DAY, energy })],
        NOW,
      );
    }
    await world.db
      .insertInto('fleet_documents')
      .values({
        entity_id: ONE,
        resource: 'capacity',
        content: '{"batteryCapacity":62}',
        known_at: NOW,
      })
      .execute();
    await world.db
      .updateTable('fleet_reads')
      .set({ message: 'Forbidden' })
      .where('entity_id', '=', TWO)
      .where('resource', '=', 'locations')
      .execute();
    await storeListed(TWO, {});
    await world.db
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

  test('are filtered by facts, and the counts agree', async () => {
    expect(await names({ outcome: 'failed' })).toEqual(['Van 2']);
    // Of Van 3 nothing was read: whether it has a Command is not known.
    expect(await names({ outcome: '~none' })).toEqual(['Van 1']);
    expect(await names({ outcome: 'never' })).toEqual(['Van 3']);
    expect(await names({ reads: 'failing' })).toEqual(['Van 2']);
    expect(await names({ place: 'known' })).toEqual(['Van 3']);
    expect(await names({ capacity: 'known', outcome: 'failed' })).toEqual([]);
    for (const filter of [{}, { capacity: 'known' as const }, { outcome: 'never' }]) {
      const facets = await countEntities(world.db, filter);
      expect(facets.total).toBe((await listEntities(world.db, filter, NOW)).total);
      for (const key of ['outcome', 'capacity', 'capture', 'place', 'reads'] as const) {
        for (const { value, count } of facets[key].values) {
          const page = await listEntities(world.db, { ...filter, [key]: value }, NOW);
          expect([key, value, page.total]).toEqual([key, value, count]);
        }
      }
    }
    const { filled } = await countEntities(world.db, {});
    // That Van 3 was never read is told in the columns too.
    expect(filled).toMatchObject({ place: 1, outcome: 2, energy: 3, capacity: 1, reads: 1 });
  });

  test('without a capacity is only what may have one', async () => {
    const none = { capacity: '~none' as const };
    const counted = async () =>
      (await countEntities(world.db, {})).capacity.values.find(({ value }) => value === '~none')
        ?.count;
    const before = await names(none);
    expect(before).toContain('Van 2');
    expect(await counted()).toBe(before.length);
    await world.db
      .updateTable('entities')
      .set({ type: 'ChargePoint' })
      .where('id', '=', TWO)
      .execute();
    expect(await names(none)).toEqual(before.filter((name) => name !== 'Van 2'));
    expect((await counted()) ?? 0).toBe(before.length - 1);
    expect((await countEntities(world.db, none)).total).toBe(before.length - 1);
    // What is not known may have one.
    await world.db.updateTable('entities').set({ type: null }).where('id', '=', TWO).execute();
    expect(await names(none)).toEqual(before);
  });

  test('a typed place wins over the one of a Location, which returns when it is removed', async () => {
    const entity = { id: THREE, name: 'Van 3', type: 'EV' };
    const type = async (place: string | null, at: number) => {
      const document = DirectoryImport.parse({ entities: [{ ...entity, place }] });
      await importDirectory(world.db, document, 'typed', at);
    };
    const key = async () =>
      (
        await world.db
          .selectFrom('entities')
          .where('id', '=', THREE)
          .select(['sort_place', 'placed'])
          .executeTakeFirst()
      )?.sort_place;
    expect(await key()).toBe('0quay');
    await type('Yard', 2000);
    expect(await key()).toBe('0yard');
    await renew();
    expect(await key()).toBe('0yard');
    await world.db.updateTable('entities').set({ place: null }).where('id', '=', THREE).execute();
    await type(null, 3000);
    expect(await key()).toBe('0quay');
    expect(await names({ place: 'known' })).toEqual(['Van 3']);
  });

  test('a Collective adds up what is known of its Entities, and says of how many', async () => {
    const { collectives } = await collectiveFactsAt(world.db, NOW);
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
    // A day later the same sessions stand one day further back.
    const later = await collectiveFactsAt(world.db, NOW + DAY);
    expect(later.collectives[0]?.energy?.days.slice(-5)).toEqual([20, 5, 0, 0, 0]);
  });

  test('browsers are told of facts that changed, and of nothing else', async () => {
    const version = await fleetVersion(world.db);
    await renew();
    expect(await fleetVersion(world.db)).toBe(version);
    await storeListed(THREE, {});
    await renew();
    expect(await fleetVersion(world.db)).toBeGreaterThan(version);
  });
});
