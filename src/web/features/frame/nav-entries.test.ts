import { expect, test } from 'vitest';
import { entryOf, FOUND_PAGES } from './nav-entries.ts';

test('a page marks its entry in the rail', () => {
  expect(entryOf('/batches/1/more')).toBe('/batches');
  expect(entryOf('/bulk/1')).toBe('/batches');
  expect(entryOf('/offboarding')).toBe('/batches');
  expect(entryOf('/catalogue')).toBe('/entities');
  expect(entryOf('/audit')).toBe('/settings');
  expect(entryOf('/mapping')).toBeNull();
});

test('the palette finds each page once', () => {
  const found = FOUND_PAGES.map(({ to }) => to);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toContain('/audit');
});
