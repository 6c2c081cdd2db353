import { expect, test } from 'vitest';
import { uuid } from '../../testing/samples.ts';
import { sessionsOfRow } from './group-labels.ts';
import {
  figureSearchOf,
  isReportStep,
  onlySaved,
  readReportSearch,
  ReportSearch,
} from './report-search.ts';

test('what cannot be read of what the report is of is named; another part is as usual', () => {
  const read = (more: object) =>
    readReportSearch({ by: 'day.entity', huge: '90.5', x: '1', page: 'last', ...more });
  expect(figureSearchOf(read({}))).toEqual({ by: 'day.entity', huge: 90.5 });
  expect(read({}).unread).toBeUndefined();
  expect(read({ period: 'sometimes', tariffs: 'garbage' }).unread).toBe('period, tariffs');
  // Once it is in an address by itself, it stays until the report without it is asked for.
  expect(read({ unread: 'tariffs' }).unread).toBe('tariffs');
});

test('what a report is of is a step back; order and filters are not', () => {
  expect(isReportStep({ by: 'day' })).toBe(true);
  expect(isReportStep({ session: uuid(1) })).toBe(true);
  expect(isReportStep({ order: 'energy', counted: 'all' })).toBe(false);
  expect(isReportStep({ session: undefined })).toBe(false);
});

test('a saved report is its name alone', () => {
  const search = { ...ReportSearch.parse({ by: 'day', tags: 'a' }), ...onlySaved(uuid(1)) };
  expect(figureSearchOf(search)).toEqual({ saved: uuid(1) });
});

test('the sessions of a row of two times are those of both', () => {
  const keys = [
    { key: '2026-02-01', label: null },
    { key: '2026-02-23', label: null },
  ];
  expect(sessionsOfRow(['month', 'week'], keys, 'UTC')).toEqual({
    inFrom: '2026-02-23',
    inTo: '2026-02-28',
  });
  expect(sessionsOfRow(['register'], keys, 'UTC')).toBeNull();
});

test('an hour that the clock shows twice lists the sessions of both', () => {
  const of = (key: string) => sessionsOfRow(['hour'], [{ key, label: null }], 'Europe/Zurich');
  const both = { inFrom: '2026-10-25', inTo: '2026-10-25', inHour: 2 };
  expect(of('2026-10-25T00:00Z')).toEqual(both);
  expect(of('2026-10-25T01:00Z')).toEqual(both);
});
