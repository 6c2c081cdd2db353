import { expect, test } from 'vitest';
import { resolvePreset } from './reports/periods.ts';
import { presetRange } from './session-period.ts';
import { lastDays, MONTH_DAYS, WEEK_DAYS } from './last-days.ts';
import { spanOfDates } from './time.ts';

/** 00:30 on 26 October in Zurich, after a day of 25 hours. */
const NOW = Date.parse('2026-10-25T23:30:00Z');
const ZONE = 'Europe/Zurich';

test('the last days end with today, over the end of a month', () => {
  expect(lastDays(WEEK_DAYS, '2026-03-02')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
  expect(lastDays(1, '2026-03-02')).toEqual({ from: '2026-03-02', to: '2026-03-02' });
});

test('30 days are the same in a list of sessions and in a report', () => {
  const { from, to } = lastDays(MONTH_DAYS, '2026-10-26');
  const { startMs, endMs } = spanOfDates(ZONE, from, to);
  const report = resolvePreset('last-30-days', ZONE, NOW);
  expect(report).toMatchObject({ from, to, startMs, endMs });
  const { start, end } = presetRange('30d', ZONE, NOW);
  expect([Date.parse(start), Date.parse(end ?? '')]).toEqual([startMs, endMs]);
});
