import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readChanges } from '../live/changes.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { createPlaceLearning } from './place-store.ts';

test('a deleted place is forgotten at once, and browsers that follow changes are told', async () => {
  const db = await memoryStore();
  const learning = createPlaceLearning(db, { now: () => 1000 });
  const [entityId, id] = [randomUUID(), randomUUID()];
  const location = { id, latitude: 52, longitude: 13, label: 'Yard' };
  await learning.onListed(entityId, [location], true);
  const before = await readChanges(db, null, 1000);
  await learning.onDeleted(entityId, randomUUID());
  expect((await readChanges(db, before.version, 1000)).placeDeletedAt).toBe(0);
  await learning.onDeleted(entityId, id);
  expect(await db.selectFrom('places').selectAll().execute()).toEqual([]);
  const after = await readChanges(db, before.version, 1000);
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.placeDeletedAt).toBe(after.version);
});
