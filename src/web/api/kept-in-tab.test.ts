import { beforeEach, expect, test, vi } from 'vitest';
import type { Operator } from '../../contract/console/session.ts';
import { z } from '../../contract/zod.ts';
import { keptInTab, takeTab } from './kept-in-tab.ts';

const kept = keptInTab('gridhelm-test', z.object({ name: z.string() }));
const ADA: Operator = { id: 'ada', name: 'Ada', role: 'operator' };
const GRACE: Operator = { id: 'grace', name: 'Grace', role: 'operator' };

beforeEach(() => {
  takeTab(ADA);
});

test('a value is kept until it is dropped', () => {
  expect(kept.load()).toBeNull();
  expect(kept.save({ name: 'Night' })).toBe(true);
  expect(kept.load()).toEqual({ name: 'Night' });
  kept.drop();
  expect(kept.load()).toBeNull();
});

test('a value is its operator’s: the next one in the tab has none, and it is back with its operator', () => {
  kept.save({ name: 'Night' });
  expect(takeTab(GRACE)).toBe(true);
  expect(kept.load()).toBeNull();
  kept.save({ name: 'Day' });
  kept.drop();
  expect(takeTab(GRACE)).toBe(false);
  expect(takeTab(ADA)).toBe(true);
  expect(kept.load()).toEqual({ name: 'Night' });
});

test('what was kept without an operator is nobody’s', () => {
  sessionStorage.setItem('gridhelm-test', '{"name":"Night"}');
  expect(kept.load()).toBeNull();
});

test('an invalid value counts as none', () => {
  for (const text of ['{"name":7}', 'not JSON', 'null']) {
    sessionStorage.setItem('gridhelm-test of ada', text);
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
