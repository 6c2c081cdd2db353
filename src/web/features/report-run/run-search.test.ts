import { expect, test } from 'vitest';
import { openTab, RunSearch } from './run-search.ts';

test('the sessions tab opens with counted sessions only', () => {
  expect(openTab('sessions', RunSearch.parse({}))).toMatchObject({
    tab: 'sessions',
    excluded: 'none',
  });
});

test('filters stay when the sessions tab is opened again', () => {
  const search = RunSearch.parse({ excluded: 'outside-period' });
  expect(openTab('sessions', search)).toEqual({ tab: 'sessions' });
});

test('other tabs open without filters, and the result has the plain address', () => {
  expect(openTab('exceptions', RunSearch.parse({}))).toEqual({ tab: 'exceptions' });
  expect(openTab('result', RunSearch.parse({ tab: 'exceptions' }))).toEqual({ tab: undefined });
});
