import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { NOBODY_ASKED } from '../operations/audit/chain.ts';
import { memoryStore } from '../store/testing/memory-store.ts';
import { createRecords } from './wire-records.ts';

test('the head of the audit log is told at the start, daily and at the stop', async () => {
  const db = await memoryStore();
  const clock = manualClock();
  const heads: number[] = [];
  const records = createRecords({
    db,
    clock,
    warn: (error) => expect.unreachable(String(error)),
    onHead: ({ sequence, hash }) => {
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      heads.push(sequence);
    },
  });
  const act = () => records.audit.record({ ...NOBODY_ASKED, action: 'export', outcome: 'done' });
  await act();
  records.start();
  await expect.poll(() => heads).toEqual([1]);
  await act();
  clock.advance(23 * 3_600_000);
  expect(heads).toEqual([1]);
  clock.advance(3_600_000);
  await expect.poll(() => heads).toEqual([1, 2]);
  await act();
  await records.stop();
  expect(heads).toEqual([1, 2, 3]);
});
