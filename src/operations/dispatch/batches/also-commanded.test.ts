import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../store/schema/schema.ts';
import { seedDirectory } from '../../directory/seed.ts';
import { CARS, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { readRows } from './batch-rows.ts';
import { readBatch } from './batches.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const stranger = randomUUID();
let db: Kysely<Store>;
let id: string;
beforeEach(async () => {
  db = await memoryStore();
  await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, NOW);
  const commands = [
    aCommand(undefined, { entityId: CARS[0], status: 'Failed' }),
    aCommand(undefined, { entityId: stranger, status: 'Failed' }),
    aCommand(undefined, { entityId: stranger, status: 'Pending' }),
    aCommand(undefined, { entityId: CARS[1], status: 'Failed' }),
  ];
  id = await storeBatch(db, { commands }, NOW);
});

test('unknown Entities in an answer are counted separately from the members', async () => {
  const { batch } = await readBatch(db, id, NOW);
  const { rows } = await readRows(db, id, {}, NOW);
  expect(batch).toMatchObject({
    memberCount: 2,
    verdictCounts: { failed: 2 },
    open: 0,
    alsoCommanded: { entities: 1, open: 1, verdictCounts: { failed: 1, unrequested: 1 } },
    // The one Command that can still change is tracked like any other.
    settled: false,
  });
  const also = (each: { entityId: string; alsoCommanded?: boolean | undefined }) => [
    each.entityId,
    each.alsoCommanded,
  ];
  expect(rows.map(also)).toEqual([
    [CARS[0], false],
    [CARS[1], false],
    [stranger, true],
    [stranger, true],
  ]);
});
