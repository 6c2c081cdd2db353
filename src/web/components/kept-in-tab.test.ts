import { expect, test, vi } from 'vitest';
import { z } from '../../contract/zod.ts';
import { keptInTab } from './kept-in-tab.ts';

const kept = keptInTab('gridhelm-test', z.object({ name: z.string() }));

test('a value is kept until it is dropped', () => {
  expect(kept.load()).toBeNull();
  expect(kept.save({ name: 'Night' })).toBe(true);
  expect(kept.load()).toEqual({ name: 'Night' });
  kept.drop();
  expect(kept.load()).toBeNull();
});

test('an invalid value counts as none', () => {
  for (const text of ['{"name":7}', 'not JSON', 'null']) {
    sessionStorage.setItem('gridhelm-test', text);
    expect(kept.load()).toBeNull();
  }
});

test('a full storage is reported, and breaks nothing', () => {
  const setItem = () => {
    throw new Error('full');
  };
  vi.stubGlobal('sessionStorage', { setItem });
  expect(kept.save({ name: 'Night' })).toBe(false);
  vi.unstubAllGlobals();
});
