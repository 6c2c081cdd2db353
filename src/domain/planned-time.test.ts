import { expect, test } from 'vitest';
import { plannedTimeLine, utcUnlessSame } from './planned-time.ts';
import { readTrigger } from './schedule-rows.ts';

const at = (triggerTime: string, wallClock: string, zone: string) =>
  plannedTimeLine({ triggerTime, plannedAs: { wallClock, zone } });

test('a planned time names UTC once, and only if it differs', () => {
  expect(at('2026-11-22T02:00:00Z', '2026-11-22T02:00', 'UTC')).toBe('22 Nov 2026, 02:00 UTC');
  // In winter London shows UTC; its name still shows that it follows the clock there.
  expect(at('2026-11-22T02:00:00Z', '2026-11-22T02:00', 'Europe/London')).toBe(
    '22 Nov 2026, 02:00 UTC Europe/London',
  );
  expect(at('2026-11-22T01:00:00Z', '2026-11-22T02:00', 'Europe/Brussels')).toBe(
    '22 Nov 2026, 02:00 UTC+01:00 Europe/Brussels = 22 Nov 2026, 01:00 UTC',
  );
  expect(plannedTimeLine({ triggerTime: '2026-11-22T02:00:00Z', plannedAs: null })).toBe(
    '22 Nov 2026, 02:00 UTC',
  );
  expect(utcUnlessSame('2026-07-22T02:00:00Z', 'Europe/London')).toBe('22 Jul 2026, 02:00 UTC');
});

test('the choices of a repeated hour name UTC only if it differs', () => {
  const row = { type: 'Reset', value: '', unit: 'W', meant: '' } as const;
  const { question } = readTrigger({
    ...row,
    date: '2026-10-25',
    time: '01:30',
    zone: 'Europe/London',
  });
  expect(question?.choices.map(({ label }) => label)).toEqual([
    '25 Oct 2026, 01:30 UTC+01:00, the first time (00:30 UTC)',
    '25 Oct 2026, 01:30 UTC, the second time',
  ]);
});
