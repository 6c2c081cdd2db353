import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { REAL_CLOCK } from '../../../lib/clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createFactsFollower } from './facts-follower.ts';
import { takeChanges } from './take-changes.ts';

test('applies all pending changes, notifies once, and stops', async () => {
  const db = await memoryStore();
  const ids = Array.from({ length: 60 }, () => randomUUID());
  await db
    .insertInto('fleet_changes')
    .values(ids.map((id) => ({ entity_id: id })))
    .execute();
  const errors: unknown[] = [];
  await new Promise<void>((resolve) => {
    const follower = createFactsFollower({
      db,
      clock: REAL_CLOCK,
      isWritable: () => true,
      giveWay: () => Promise.resolve(),
      onChange: () => {
        void follower.stop().then(resolve);
      },
      onError: (error) => errors.push(error),
    });
    follower.wake();
  });
  expect(errors).toEqual([]);
  expect(await db.selectFrom('fleet_changes').selectAll().execute()).toEqual([]);
  const rows = await db.selectFrom('fleet_facts').select('entity_id').execute();
  expect(new Set(rows.map((row) => row.entity_id))).toEqual(new Set(ids));
});

test('a document with an unexpected shape delays nothing', async () => {
  const db = await memoryStore();
  const document = { resource: 'capacity', known_at: 1 };
  await db
    .insertInto('fleet_documents')
    .values([
      { ...document, entity_id: 'a', content: '[1]' },
      { ...document, entity_id: 'b', content: '{"batteryCapacity":62}' },
    ])
    .execute();
  await db
    .insertInto('fleet_changes')
    .values([{ entity_id: 'a' }, { entity_id: 'b' }])
    .execute();
  expect(await takeChanges(db, 10, 1000)).toEqual({ count: 2, changed: true });
  const rows = await db.selectFrom('fleet_facts').select(['entity_id', 'capacity']).execute();
  expect(new Map(rows.map((row) => [row.entity_id, row.capacity]))).toEqual(
    new Map([
      ['a', null],
      ['b', 62],
    ]),
  );
});
