import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { writerAt } from '../testing/writer-at.ts';

test('a deleted place is removed at once, and browsers that follow changes are notified', async () => {
  const told: string[] = [];
  const db = await memoryStore();
  const writer = writerAt(db, 1000, {
    onStored: (changed) => void told.push(...Object.keys(changed)),
  });
  const [owner, id] = [randomUUID(), randomUUID()];
  const remove = (deleted: string) =>
    writer.put({
      owner,
      told: { resource: 'locations', deleted },
      isWhole: false,
      askedAt: null,
    });
  const location = { id, latitude: 52, longitude: 13, label: 'Yard' };
  const all = { resource: 'locations' as const, locations: [location] };
  await writer.put({ owner, told: all, isWhole: true, askedAt: 1000 });
  await remove(randomUUID());
  expect(told).not.toContain('places');
  await remove(id);
  expect(await db.selectFrom('places').selectAll().execute()).toEqual([]);
  expect(told).toEqual(expect.arrayContaining(['places', 'locations']));
});

test('labels are kept as they are shown, padded ones alike, invisible ones as none', async () => {
  const db = await memoryStore();
  const labels = ['Bay 4\u0000\u0000', ' Bay  4 ', '\u202egnp', '\u200b', null];
  const locations = labels.map((label) => ({
    id: randomUUID(),
    latitude: 52,
    longitude: 13,
    label,
  }));
  const told = { resource: 'locations' as const, locations };
  await writerAt(db, 1000).put({ owner: randomUUID(), told, isWhole: true, askedAt: 1000 });
  const rows = await db.selectFrom('places').select(['id', 'label']).execute();
  const kept = new Map(rows.map(({ id, label }) => [id, label]));
  expect(locations.map(({ id }) => kept.get(id))).toEqual(['Bay 4', 'Bay 4', 'gnp', null, null]);
});
