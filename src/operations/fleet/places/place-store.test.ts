import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createFleetLearning } from '../fleet-learning.ts';

test('a deleted place is removed at once, and browsers that follow changes are notified', async () => {
  const told: string[] = [];
  const db = await memoryStore();
  const clock = { now: () => 1000 };
  const learning = createFleetLearning({
    db,
    clock,
    policy: null,
    onStored: (changed) => told.push(...Object.keys(changed)),
  });
  const [entityId, id] = [randomUUID(), randomUUID()];
  const location = { id, latitude: 52, longitude: 13, label: 'Yard' };
  await learning.onLocations(entityId, [location], true, 1000);
  await learning.onLocationDeleted(entityId, randomUUID());
  expect(told).not.toContain('places');
  await learning.onLocationDeleted(entityId, id);
  expect(await db.selectFrom('places').selectAll().execute()).toEqual([]);
  expect(told).toEqual(expect.arrayContaining(['places', 'locations']));
});

test('labels are kept as they are shown, padded ones alike, invisible ones as none', async () => {
  const db = await memoryStore();
  const clock = { now: () => 1000 };
  const learning = createFleetLearning({ db, clock, policy: null, onStored: () => {} });
  const labels = ['Bay 4\u0000\u0000', ' Bay  4 ', '\u202egnp', '\u200b', null];
  const locations = labels.map((label) => ({
    id: randomUUID(),
    latitude: 52,
    longitude: 13,
    label,
  }));
  await learning.onLocations(randomUUID(), locations, true, 1000);
  const rows = await db.selectFrom('places').select(['id', 'label']).execute();
  const kept = new Map(rows.map(({ id, label }) => [id, label]));
  expect(locations.map(({ id }) => kept.get(id))).toEqual(['Bay 4', 'Bay 4', 'gnp', null, null]);
});
