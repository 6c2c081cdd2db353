import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { listEntities } from '../../directory/list.ts';
import { storeFleetReads, storeFleetSessions } from '../testing/fleet-rows.ts';
import { collectiveFactsAt } from '../testing/collective-facts.ts';
import { renewAll } from '../testing/renew-all.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 2, 12);
const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const [VAN, TRUCK, PUMP] = [id(1), id(2), id(3)];

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  const document = DirectoryImport.parse({
    collectives: [
      { id: id(900), name: 'Depot', entities: [VAN, TRUCK, PUMP] },
      { id: id(901), name: 'Heat pumps', entities: [PUMP] },
    ],
    entities: [VAN, TRUCK, PUMP].map((each) => ({ id: each, name: each, type: 'EV' })),
  });
  await importDirectory(db, document, 'import', 1000);
});

/** Marks an Entity as read, with sessions of yesterday with these amounts. */
async function read(entityId: string, ...amounts: [total: number | null, unit: string | null][]) {
  await storeFleetReads(db, entityId, NOW, NOW - 40 * DAY);
  const [start, end] = [isoInstant(NOW - DAY), isoInstant(NOW - DAY + 3_600_000)];
  const sessions = amounts.map(([total, unit]) => {
    const data = { start, end, charge: { total: { total, unit } } };
    return ChargeSession.parse({ id: crypto.randomUUID(), created: '2026-03-02T00:05:00Z', data });
  });
  await storeFleetSessions(db, entityId, sessions, NOW);
}

async function energies() {
  await renewAll(db, NOW);
  const { entities } = await listEntities(db, {}, NOW);
  const { collectives } = await collectiveFactsAt(db, NOW);
  const of = <T extends { id: string }>(rows: readonly T[], wanted: string) =>
    rows.find((row) => row.id === wanted);
  return {
    entity: (wanted: string) => of(entities, wanted)?.facts?.energy,
    collective: (wanted: string) => of(collectives, wanted)?.energy,
  };
}

test('sums in lists count the sessions they leave out', async () => {
  await read(VAN, [10, 'kWh'], [5, 'kWh'], [9000, 'Wh'], [1e300, 'kWh'], [null, 'kWh']);
  await read(TRUCK, [3, 'foo'], [4, 'foo']);
  await read(PUMP, [1, 'kWh'], [null, null]);
  const { entity, collective } = await energies();
  const ofVan = { otherUnits: 1, withoutEnergy: 2 };
  expect(entity(VAN)).toMatchObject({ value: 15, unit: 'kWh', leftOut: ofVan });
  expect(entity(TRUCK)).toMatchObject({ value: 7, unit: 'foo' });
  // The truck's sessions are in a unit other than that of most Entities.
  const ofAll = { otherUnits: 3, withoutEnergy: 3 };
  expect(collective(id(900))).toMatchObject({ value: 16, unit: 'kWh', leftOut: ofAll });
});

test('is zero only if sessions add up to zero, and unknown if there are none', async () => {
  await read(VAN, [0, 'kWh']);
  await read(TRUCK, [null, 'kWh']);
  await read(PUMP);
  const { entity, collective } = await energies();
  expect(entity(VAN)?.value).toBe(0);
  expect(entity(TRUCK)).toMatchObject({ value: null, leftOut: { withoutEnergy: 1 } });
  expect(entity(PUMP)).toMatchObject({ value: null, leftOut: { withoutEnergy: 0 } });
  expect(collective(id(900))).toMatchObject({ value: 0, leftOut: { withoutEnergy: 1 } });
  expect(collective(id(901))).toMatchObject({ value: null, leftOut: { withoutEnergy: 0 } });
});

test('a Collective is provisional from the first day that is incomplete for one of its Entities', async () => {
  await read(VAN, [1, 'kWh']);
  await read(PUMP);
  expect((await energies()).collective(id(900))?.provisionalFrom).toBe('2026-03-01');
  const early = Date.UTC(2026, 2, 2, 0, 10);
  const ofPump = db.updateTable('fleet_reads').where('entity_id', '=', PUMP);
  await ofPump.set({ read_at: early }).execute();
  expect((await energies()).collective(id(900))?.provisionalFrom).toBe('2026-02-28');
  expect((await energies()).entity(VAN)?.provisionalFrom).toBe('2026-03-01');
});
