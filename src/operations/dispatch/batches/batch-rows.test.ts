import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchRowFilter } from '../../../contract/console/batch.ts';
import { seedDirectory } from '../../directory/seed.ts';
import { createObserver } from '../track/observe.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { FLEET } from '../../../server/testing/console-harness.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { readRows } from './batch-rows.ts';
import { readBatch } from './batch-lines.ts';
import { readBatches } from './batch-list.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
/** Names and types of the members; the last two cannot be told to stop charging. */
const MEMBERS = [
  ['Van 10', 'EV'],
  ['Van 2', 'EV'],
  ['van 1', 'EV'],
  ['Van 3', 'EV'],
  ['Roof 1', 'Inverter'],
  ['Roof 2', 'Inverter'],
] as const;
const OFFLINE = { title: 'Offline', description: 'Since noon' };
const WORDS = { title: 'Wrong type', description: 'An inverter does not charge' };

let db: Kysely<Store>;
async function seed(): Promise<void> {
  const entities = MEMBERS.map(([name, type], at) => ({ id: idOf(at), name, type, brand: null }));
  const ids = entities.map(({ id }) => id);
  const collective = { id: FLEET, name: 'Depot', type: 'Fleet', owner: null, entities: ids };
  const directory = { collectives: [collective], entities };
  await seedDirectory(db, { source: 'world:a', directory }, NOW);
}

const of = (at: number, more: Partial<ReturnType<typeof aCommand>>) =>
  aCommand(idOf(100 + at), { entityId: idOf(at), ...more });

/** Van 10 succeeds, Van 2 and Van 3 fail, van 1 waits, of the roofs one fails and one has no Command. */
const mixed = () =>
  storeBatch(
    db,
    {
      commands: [
        of(0, { status: 'Succeeded' }),
        of(1, { status: 'Failed', error: OFFLINE }),
        of(2, { status: 'Pending' }),
        of(3, { status: 'Failed', error: { ...OFFLINE, description: 'Since one' } }),
        of(4, { status: 'Failed', error: WORDS }),
      ],
    },
    NOW,
  );

const namesOf = async (id: string, filter: BatchRowFilter) =>
  (await readRows(db, id, filter, NOW)).rows.map(({ entityName }) => entityName);

describe('stored batches', () => {
  beforeAll(async () => {
    db = await memoryStore();
    await seed();
  }, 60_000);
  // A Command has one dispatch.
  beforeEach(() => db.deleteFrom('commands').execute());
  afterAll(() => db.destroy());

  describe('the rows of a batch', () => {
    test('what needs attention comes first, then names by their numbers; pages add up', async () => {
      const id = await mixed();
      const all = ['Van 2', 'Van 3', 'Roof 2', 'Roof 1', 'van 1', 'Van 10'];
      expect(await namesOf(id, {})).toEqual(all);
      const page = await readRows(db, id, { offset: 2, limit: 3 }, NOW);
      expect(page.rows.map(({ entityName }) => entityName)).toEqual(all.slice(2, 5));
      expect(page.total).toBe(6);
    });

    test('what fails while rows are read keeps its place until the order is asked for again', async () => {
      const id = await mixed();
      const clock = { now: () => NOW + 5000 };
      const observer = createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} });
      await observer.learn(of(2, { status: 'Failed', error: OFFLINE }));
      const at = new Date(NOW).toISOString();
      expect((await namesOf(id, { orderedAt: at })).at(-2)).toBe('van 1');
      expect((await namesOf(id, {}))[0]).toBe('van 1');
    });

    test('are filtered by status, cause, words, or the beginning of an id', async () => {
      const id = await mixed();
      expect(await namesOf(id, { verdict: 'failed' })).toEqual(['Van 2', 'Van 3']);
      const offline = { verdict: 'failed', cause: 'Offline' } as const;
      expect(await namesOf(id, offline)).toEqual(['Van 2', 'Van 3']);
      const incapable = { verdict: 'incapable', cause: 'Cannot take it' } as const;
      expect(await namesOf(id, incapable)).toEqual(['Roof 1']);
      expect(await namesOf(id, { verdict: 'unknown' })).toEqual(['Roof 2']);
      expect(await namesOf(id, { q: 'OFF line' })).toEqual(['Van 2', 'Van 3']);
      expect(await namesOf(id, { q: idOf(104) })).toEqual(['Roof 1']);
      expect(await namesOf(id, { late: '1' })).toEqual([]);
    });

    test('are sorted by a column in either direction, missing values last', async () => {
      const id = await mixed();
      const byName = ['Roof 1', 'Roof 2', 'van 1', 'Van 2', 'Van 3', 'Van 10'];
      expect(await namesOf(id, { sort: 'entity' })).toEqual(byName);
      expect(await namesOf(id, { sort: 'entity', order: 'desc' })).toEqual(byName.toReversed());
      for (const order of [undefined, 'desc'] as const) {
        const [, , , ...last] = await namesOf(id, { sort: 'error', order });
        expect(new Set(last)).toEqual(new Set(['Roof 2', 'Van 10', 'van 1']));
      }
    });
  });

  test('bar, tiles, causes and rows have the same numbers, and the list of batches too', async () => {
    const id = await mixed();
    const { batch, parts } = await readBatch(db, id, NOW);
    const once = { description: null, differs: false, count: 1 };
    expect(parts).toEqual([
      {
        counts: { acknowledged: 1, failed: 2, pending: 1, incapable: 1, unknown: 1 },
        total: 6,
        // A success without its verification can still change.
        open: 2,
        late: 0,
        cannot: 1,
        causes: [
          { verdict: 'failed', title: 'Offline', description: null, differs: true, count: 2 },
          { verdict: 'unknown', title: 'Outcome unknown', ...once },
          { verdict: 'incapable', title: 'Cannot take it', ...once },
        ],
      },
    ]);
    for (const { verdict, title, count } of parts[0]?.causes ?? []) {
      expect((await readRows(db, id, { verdict, cause: title }, NOW)).total).toBe(count);
    }
    const { unknown: _none, ...counts } = parts[0]?.counts ?? {};
    const listed = (await readBatches(db, {}, NOW)).batches.find((each) => each.id === id);
    expect(listed?.verdictCounts).toEqual(counts);
    const { verdictCounts, unaccounted } = batch;
    expect(listed).toMatchObject({ verdictCounts, unaccounted });
  });

  test('each Command of a plan has the name of its Entity, and the type by which it cannot take it', async () => {
    const items = ['11', '12'].map((hour) => ({
      type: 'StopCharging',
      value: null,
      triggerTime: `2026-03-02T${hour}:00:00Z`,
    }));
    // Half a character, and one that ends texts in some databases.
    const error = { title: 'Off\ud800 \u0000line', description: null };
    const commands = items.map(({ triggerTime }, at) =>
      aCommand(idOf(100 + at), { entityId: idOf(4), triggerTime, status: 'Failed', error }),
    );
    const id = await storeBatch(db, { kind: 'schedule', items, commands }, NOW);
    const [at0, at1] = (await readBatch(db, id, NOW)).parts;
    expect([at0?.counts['incapable'], at1?.counts['incapable']]).toEqual([1, 1]);
    const { rows } = await readRows(db, id, { item: 1, q: 'off' }, NOW);
    expect(rows).toMatchObject([
      { entityName: 'Roof 1', entityType: 'Inverter', verdict: 'incapable' },
    ]);
  });

  test('Entities that an answer names without their being members are counted apart, and come last', async () => {
    const stranger = idOf(99);
    const commands = [
      of(0, { status: 'Failed' }),
      of(0, { id: idOf(200), entityId: stranger, status: 'Failed' }),
      of(0, { id: idOf(201), entityId: stranger, status: 'Pending' }),
      of(1, { status: 'Failed' }),
    ];
    const id = await storeBatch(db, { commands, members: [idOf(0), idOf(1)] }, NOW);
    expect((await readBatch(db, id, NOW)).batch).toMatchObject({
      memberCount: 2,
      verdictCounts: { failed: 2 },
      open: 0,
      alsoCommanded: { entities: 1, open: 1, verdictCounts: { failed: 1, unrequested: 1 } },
      // The one Command that can still change is tracked like any other.
      settled: false,
    });
    const { rows } = await readRows(db, id, {}, NOW);
    expect(rows.map((row) => [row.entityId, row.alsoCommanded])).toEqual([
      [idOf(1), false],
      [idOf(0), false],
      [stranger, true],
      [stranger, true],
    ]);
  });

  test('a plan has figures for each planned item, each Entity once', async () => {
    const at = (hour: number) => `2026-03-02T${hour}:00:00Z`;
    const stop = { type: 'StopCharging', value: null };
    const items = [11, 12].map((hour) => ({ ...stop, triggerTime: at(hour) }));
    const commands = [11, 12].flatMap((hour) =>
      [0, 1, 2].map((member) => {
        const status = hour === 11 && member === 0 ? 'Canceled' : 'Pending';
        const own = { entityId: idOf(member), triggerTime: at(hour), status };
        return aCommand(idOf(hour * 10 + member), own);
      }),
    );
    const members = [0, 1, 2].map(idOf);
    const id = await storeBatch(db, { kind: 'schedule', items, commands, members }, NOW);
    const { parts } = await readBatch(db, id, NOW);
    const counted = parts.map(({ counts }) => counts);
    expect(counted).toEqual([{ canceled: 1, pending: 2 }, { pending: 3 }]);
    expect((await readRows(db, id, { item: 0 }, NOW)).total).toBe(3);
    expect((await readRows(db, id, { item: 0, verdict: 'pending' }, NOW)).total).toBe(2);
    expect((await readRows(db, id, {}, NOW)).total).toBe(6);
  });
});
