import { expect, test } from 'vitest';
import { safeReturnTo } from './sign-in-search.ts';

test.each([
  ['/batches/1?verdict=failed', '/batches/1?verdict=failed'],
  ['/collectives/x?dispatch=1#a', '/collectives/x?dispatch=1#a'],
])('%s is kept', (wanted, expected) => {
  expect(safeReturnTo(wanted)).toBe(expected);
});

test.each([
  undefined,
  '',
  '/',
  'collectives',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  '/sign-in?returnTo=/sign-in',
])('%j leads to the landing page', (wanted) => {
  expect(safeReturnTo(wanted)).toBe('/');
});
