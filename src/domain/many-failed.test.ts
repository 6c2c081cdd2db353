import { expect, test } from 'vitest';
import { isManyFailed } from './many-failed.ts';

const failed = (count: number, memberCount: number) =>
  isManyFailed({ memberCount, verdictCounts: { verified: 1, failed: 1, disproven: count - 1 } });

test('a batch stands out with at least three failures and a tenth of its Entities', () => {
  expect([failed(2, 5), failed(3, 5), failed(3, 30)]).toEqual([false, true, true]);
  expect([failed(5, 60), failed(6, 60)]).toEqual([false, true]);
});
