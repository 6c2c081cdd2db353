import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { storeFleetRead } from '../testing/fleet-rows.ts';
import { writerAt } from '../testing/writer-at.ts';
import type { Told } from './told-rows.ts';

const FEATURES: Told = { resource: 'features', content: [] };

test('what somebody waits for is stored before background reads', async () => {
  const db = await memoryStore();
  const writer = writerAt(db, 2000);
  for (const id of [randomUUID(), randomUUID()]) await storeFleetRead(db, id, 'features', 1000);
  const records = await db.selectFrom('fleet_reads').selectAll().execute();
  const order: string[] = [];
  const note = async (name: string, stored: Promise<void>) => {
    await stored;
    order.push(name);
  };
  const result = { told: FEATURES, message: null };
  const reads = records.map((record) =>
    note('read', writer.putRead({ record, resource: 'features', askedAt: 1500, result })),
  );
  const answer = { owner: randomUUID(), told: FEATURES, isWhole: true, askedAt: 1900 };
  await Promise.all([...reads, note('answer', writer.put(answer))]);
  expect(order).toEqual(['answer', 'read', 'read']);
  await db.destroy();
});
