import { expect, test } from 'vitest';
import { periodText } from './period-text.ts';
import { readDay } from './read-day.ts';

test.each([
  ['22 Nov 2026', '2026-11-22'],
  ['1 september 2026', '2026-09-01'],
  [' 5.3.2026', '2026-03-05'],
  ['2026-3-5', '2026-03-05'],
  ['29 Feb 2028', '2028-02-29'],
])('%s is a day', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each(['3/4/2026', '31 Feb 2026', '22 Nov', '22 Nov 26', '1 Foo 2026', '1 Jan 1999', 'today'])(
  '%s is not clearly a day',
  (text) => {
    expect(readDay(text)).toBeNull();
  },
);

test('a period names a month or year only once', () => {
  expect(periodText('2026-11-01', '2026-11-22')).toBe('1–22 Nov 2026');
  expect(periodText('2026-10-28', '2026-11-22')).toBe('28 Oct – 22 Nov 2026');
  expect(periodText('2025-12-28', '2026-01-03')).toBe('28 Dec 2025 – 3 Jan 2026');
  expect(periodText('2026-11-22', '2026-11-22')).toBe('22 Nov 2026');
  expect(periodText('2026-11-22', undefined)).toBe('from 22 Nov 2026');
  expect(periodText(undefined, '2026-11-22')).toBe('until 22 Nov 2026');
  expect(periodText(undefined, undefined)).toBeNull();
});
