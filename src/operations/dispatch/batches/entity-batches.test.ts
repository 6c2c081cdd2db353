import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { seedDirectory } from '../../directory/seed.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { CARS, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { readEntityBatches } from './entity-batches.ts';

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, 0);
});

test('an Entity has its own outcome, not that of its batch', async () => {
  const commands = [
    aCommand(undefined, {
      entityId: CARS[0],
      status: 'Failed',
      error: { title: 'Offline', description: null },
    }),
    aCommand(undefined, { entityId: CARS[1], status: 'Succeeded' }),
  ];
  const id = await storeBatch(db, { commands }, 1000);
  const { batches } = await readEntityBatches(db, CARS[0], 2000);
  expect(batches).toHaveLength(1);
  expect(batches[0]).toMatchObject({
    batch: { id, verdictCounts: { failed: 1, acknowledged: 1 } },
    commands: [{ status: 'Failed', error: { title: 'Offline' } }],
  });
});

test('a batch without an answer, and one whose answer lacks the Entity, are also listed', async () => {
  const left = await storeBatch(db, { commands: [aCommand(undefined, { entityId: CARS[1] })] }, 1);
  const sending = await storeBatch(db, { commands: null }, 2);
  const { batches } = await readEntityBatches(db, CARS[0], 3);
  expect(batches.map(({ batch, commands }) => [batch.id, commands])).toEqual([
    [sending, []],
    [left, []],
  ]);
});

test('a batch is also listed for an Entity that only its answer named; the newest three are listed', async () => {
  const stranger = randomUUID();
  const ids: string[] = [];
  for (const now of [1, 2, 3, 4]) {
    const commands = [aCommand(undefined, { entityId: stranger })];
    ids.unshift(await storeBatch(db, { commands }, now));
  }
  const { batches } = await readEntityBatches(db, stranger, 5);
  expect(batches.map(({ batch }) => batch.id)).toEqual(ids.slice(0, 3));
  expect((await readEntityBatches(db, randomUUID(), 5)).batches).toEqual([]);
});
