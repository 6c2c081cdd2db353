import { expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { createAudit } from './audit.ts';
import { NOBODY_ASKED } from './chain.ts';
import { createHeadTeller } from './tell-head.ts';

test('the head of the audit log is told at the start, daily and at the stop', async () => {
  const db = await memoryStore();
  const clock = manualClock();
  const onError = (error: unknown) => expect.unreachable(String(error));
  const heads: number[] = [];
  const teller = createHeadTeller({
    db,
    clock,
    tell({ sequence, hash }) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      heads.push(sequence);
    },
    onError,
  });
  const audit = createAudit({ db, clock, onError });
  const act = () => audit.record({ ...NOBODY_ASKED, action: 'export', outcome: 'done' });
  await act();
  teller.start();
  await expect.poll(() => heads).toEqual([1]);
  await act();
  clock.advance(23 * 3_600_000);
  expect(heads).toEqual([1]);
  clock.advance(3_600_000);
  await expect.poll(() => heads).toEqual([1, 2]);
  await act();
  await teller.stop();
  expect(heads).toEqual([1, 2, 3]);
});
