import { expect, test } from 'vitest';
import { verifiedShare } from './verified-share.ts';

test('nothing is said of no Commands, which is not 0 %', () => {
  expect(verifiedShare({})).toBeNull();
});

test('100 % means all, and 0 % none', () => {
  expect(verifiedShare({ verified: 3 })).toBe(100);
  expect(verifiedShare({ verified: 999, failed: 1 })).toBe(99);
  expect(verifiedShare({ verified: 1, failed: 999 })).toBe(1);
  expect(verifiedShare({ failed: 4 })).toBe(0);
});

test('what is not known to be verified counts against it', () => {
  expect(verifiedShare({ verified: 9, acknowledged: 1, pending: 8 })).toBe(50);
});
