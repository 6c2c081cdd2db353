import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../store/schema/schema.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { readBatches } from './batch-list.ts';
import { readHistory } from './batch-rows.ts';
import { createObserver } from '../track/observe.ts';
import { smallStore } from '../../directory/testing/small-store.ts';

const NOW = Date.UTC(2026, 5, 1);
const OTHER = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0002';
let db: Kysely<Store>;

beforeEach(async () => {
  db = await smallStore(NOW);
});

const item = (type: string) => ({ type, value: null, triggerTime: null });
const idsOf = async (filter: Parameters<typeof readBatches>[1]) =>
  (await readBatches(db, filter, NOW)).batches.map((batch) => batch.id);

describe('the list of batches', () => {
  test('is narrowed by each filter', async () => {
    const anna = { id: 'a', name: 'Anna' };
    const ended = [aCommand(undefined, { type: 'Reset', status: 'Failed' })];
    const reset = { operator: anna, items: [item('Reset')], commands: ended };
    const a = await storeBatch(db, reset, NOW);
    const items = [item('Reset'), item('StopCharging')];
    const plan = { kind: 'schedule', items, commands: [aCommand()] } as const;
    const b = await storeBatch(db, plan, NOW + 1000);
    const c = await storeBatch(db, { collectiveId: OTHER, commands: null }, NOW + 2000);
    const all = await readBatches(db, {}, NOW);
    expect(all.batches.map((batch) => batch.id)).toEqual([c, b, a]);
    expect(all.operators).toEqual([anna, { id: 'o', name: 'O' }]);
    expect(all.next).toBeNull();
    expect(await idsOf({ type: 'Reset' })).toEqual([b, a]);
    expect(await idsOf({ type: 'StopCharging' })).toEqual([c, b]);
    expect(await idsOf({ type: 'Set' })).toEqual([]);
    expect(await idsOf({ operatorId: 'a' })).toEqual([a]);
    expect(await idsOf({ collectiveId: OTHER })).toEqual([c]);
    expect(await idsOf({ outcome: 'running' })).toEqual([c, b]);
    expect(await idsOf({ outcome: 'accepted' })).toEqual([b, a]);
    const at = new Date(NOW + 1000).toISOString();
    expect(await idsOf({ from: at })).toEqual([c, b]);
    expect(await idsOf({ to: at })).toEqual([a]);
  });

  test('has pages without a gap or a repeat, even if many were sent at one instant', async () => {
    const sent: string[] = [];
    for (let each = 0; each < 7; each += 1) {
      sent.push(await storeBatch(db, { commands: [] }, NOW + Math.floor(each / 4)));
    }
    const read: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await readBatches(db, { limit: 3, cursor }, NOW);
      read.push(...page.batches.map((batch) => batch.id));
      cursor = page.next ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect([pages, read.length, new Set(read).size]).toEqual([3, 7, 7]);
    expect(new Set(read)).toEqual(new Set(sent));
    await expect(readBatches(db, { cursor: "1'; drop" }, NOW)).rejects.toThrow('cursor');
  });
});

test('the history of a Command has its changes in their order', async () => {
  const command = aCommand();
  const id = await storeBatch(db, { commands: [command] }, NOW);
  const clock = { now: () => NOW + 5000 };
  const observer = createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} });
  const error = { title: 'Out of reach', description: null };
  await observer.learn({ ...command, status: 'Failed', error });
  await observer.learn({ ...command, status: 'Succeeded' });
  const history = await readHistory(db, id, 0, NOW);
  expect(history.row).toMatchObject({ position: 0, status: 'Succeeded', entityName: 'Van 1' });
  expect(history.observations.map((seen) => [seen.status, seen.late, seen.error])).toEqual([
    ['Pending', false, null],
    ['Failed', false, error],
    ['Succeeded', true, null],
  ]);
  await expect(readHistory(db, id, 1, NOW)).rejects.toThrow('no Command at position 1');
});
