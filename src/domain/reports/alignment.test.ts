import { describe, expect, test } from 'vitest';
import { spanOfDates } from '../time.ts';
import { aligning } from './alignment.ts';
import { hourKey } from './groups.ts';
import { hoursOf, zoneCalendar } from './zone-calendar.ts';

const zurich = (from: string, to: string) => ({
  zone: 'Europe/Zurich',
  ...spanOfDates('Europe/Zurich', from, to),
});

test('dates match by their position in the period', () => {
  const [earlier, later] = [zurich('2024-02-01', '2024-02-29'), zurich('2026-02-03', '2026-03-02')];
  const day = aligning('day', earlier, later);
  expect(['2024-02-01', '2024-02-29'].map(day)).toEqual(['2026-02-03', '2026-03-03']);
  // 1 February 2024 is in the week of 29 January, 3 February 2026 in that of the 2nd.
  const week = aligning('week', earlier, later);
  expect(['2024-01-29', '2024-02-05'].map(week)).toEqual(['2026-02-02', '2026-02-09']);
  const month = aligning(
    'month',
    zurich('2025-11-01', '2026-01-31'),
    zurich('2026-02-01', '2026-04-30'),
  );
  expect(['2025-11-01', '2026-01-01'].map(month)).toEqual(['2026-02-01', '2026-04-01']);
});

test('a key that is not a date matches itself', () => {
  const [earlier, later] = [zurich('2024-02-01', '2024-02-29'), zurich('2026-02-03', '2026-03-02')];
  for (const grouping of ['entity', 'hour-weekday', 'register', 'address'] as const) {
    expect(aligning(grouping, earlier, later)('1-07')).toBe('1-07');
  }
});

describe('hours match by the wall clock', () => {
  const hours = (period: ReturnType<typeof zurich>) =>
    hoursOf(zoneCalendar(period.zone), period).map(({ startMs }) =>
      hourKey(Math.round(startMs / 60_000)),
    );
  const [plain, long, short] = ['2026-10-24', '2026-10-25', '2026-03-29'].map((date) =>
    zurich(date, date),
  );

  test('one to one on days of 24 hours', () => {
    const next = zurich('2026-10-23', '2026-10-23');
    if (plain === undefined) throw new Error('no day');
    expect(hours(plain).map(aligning('hour', plain, next))).toEqual(hours(next));
  });

  test('a repeated hour matches a repeated hour, else nothing', () => {
    if (plain === undefined || long === undefined) throw new Error('no day');
    const aligned = hours(long).map(aligning('hour', long, plain));
    expect(aligned).toHaveLength(25);
    expect(aligned.filter((key) => key === null)).toHaveLength(1);
    expect(aligned[3]).toBeNull();
    expect(aligned.filter((key) => key !== null)).toEqual(hours(plain));
    expect(hours(plain).map(aligning('hour', plain, long))).toEqual(hours(long).toSpliced(3, 1));
    const yearBefore = zurich('2025-10-26', '2025-10-26');
    expect(hours(yearBefore).map(aligning('hour', yearBefore, long))).toEqual(hours(long));
  });

  test('a skipped hour has no counterpart', () => {
    if (plain === undefined || short === undefined) throw new Error('no day');
    const aligned = hours(plain).map(aligning('hour', plain, short));
    expect(aligned[2]).toBeNull();
    expect(aligned.filter((key) => key !== null)).toEqual(hours(short));
  });
});
