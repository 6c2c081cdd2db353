import { expect, test } from 'vitest';
import { openTab, RunSearch } from './run-search.ts';

test('the sessions open with those that count', () => {
  expect(openTab('sessions', RunSearch.parse({}))).toMatchObject({
    tab: 'sessions',
    excluded: 'none',
  });
});

test('filters that are set stay when the sessions are opened again', () => {
  const search = RunSearch.parse({ excluded: 'outside-period' });
  expect(openTab('sessions', search)).toEqual({ tab: 'sessions' });
});

test('other tabs open without filters, and the result has the plain address', () => {
  expect(openTab('manifest', RunSearch.parse({}))).toEqual({ tab: 'manifest' });
  expect(openTab('result', RunSearch.parse({ tab: 'manifest' }))).toEqual({ tab: undefined });
});
