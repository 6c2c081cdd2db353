import { describe, expect, test } from 'vitest';
import type { TariffText } from '../../contract/console/tariff.ts';
import { tariffText } from './tariff-texts.ts';
import { timeOfMinute, weekOfPrices } from './price-week.ts';
import { weekdaysLabel } from './tariff-labels.ts';
import { tariffOf } from './testing/told-report.ts';

type Period = TariffText['periods'][number];
const ZONE = 'Europe/Zurich';
const all = { weekdays: null };
const TIME_OF_USE = tariffOf(ZONE, {
  energy: {
    kind: 'time-of-use',
    bands: [
      { name: 'peak', price: '0.40', weekdays: [1, 2, 3, 4, 5], from: '07:00', to: '20:00' },
      { name: 'night', price: '0.18', ...all, from: '22:00', to: '06:00' },
    ],
    otherwise: '0.25',
  },
});
const hourly = (start: string, minutes: 15 | 60, ...prices: string[]) =>
  tariffOf(ZONE, { energy: { kind: 'hourly', start, minutes, prices } });

/** The parts of each day, after its date. */
const shown = (content: TariffText, monday: string) =>
  weekOfPrices(content, monday).map(({ date, parts }) =>
    [
      date,
      ...parts.map(
        ({ fromMinute, toMinute, prices }) =>
          `${timeOfMinute(fromMinute)}–${timeOfMinute(toMinute)} ${prices.join('/')}`,
      ),
    ].join(' | '),
  );

describe('a week of prices', () => {
  test('shows the bands of its weekdays and hours', () => {
    const [monday, , , , , saturday] = shown(TIME_OF_USE, '2026-01-05');
    expect(monday).toBe(
      '2026-01-05 | 00:00–06:00 0.18 | 06:00–07:00 0.25 | 07:00–20:00 0.4 | 20:00–22:00 0.25 | 22:00–24:00 0.18',
    );
    expect(saturday).toBe('2026-01-10 | 00:00–06:00 0.18 | 06:00–22:00 0.25 | 22:00–24:00 0.18');
  });

  test('shows gaps of a tariff, and prices by register', () => {
    const energy = { kind: 'registers', t1: '0.30', t2: '0.20', t3: null, t4: null } as const;
    const week = shown(tariffOf(ZONE, { from: '2026-01-07', energy }), '2026-01-05');
    expect(week.map((day) => day.split(' | ')[1])).toEqual([
      ...Array(2).fill('00:00–24:00 '),
      ...Array(5).fill('00:00–24:00 0.3/0.2//'),
    ]);
  });

  test('shows the prices of a list, below zero too', () => {
    const [monday] = shown(hourly('2026-01-05T11:00:00Z', 60, '0.1', '0.1', '-0.05'), '2026-01-05');
    expect(monday).toBe(
      '2026-01-05 | 00:00–12:00  | 12:00–14:00 0.1 | 14:00–15:00 -0.05 | 15:00–24:00 ',
    );
  });

  test('has no part that ends before it begins when the clock is set back', () => {
    const bands = [{ name: 'b', price: '1', ...all, from: '02:30', to: '02:45' }];
    const edge = tariffOf(ZONE, { energy: { kind: 'time-of-use', bands, otherwise: '2' } });
    const sunday = weekOfPrices(edge, '2026-10-19')[6];
    expect(sunday?.date).toBe('2026-10-25');
    expect(sunday?.parts.every(({ fromMinute, toMinute }) => fromMinute < toMinute)).toBe(true);
    expect(sunday?.parts.filter(({ prices }) => prices[0] === '1')).toHaveLength(2);
  });
});

describe('labels', () => {
  test('name the days of a band', () => {
    expect(weekdaysLabel(null)).toBe('every day');
    expect(weekdaysLabel([5, 1, 2, 3, 4])).toBe('Mon–Fri');
    expect(weekdaysLabel([1, 3, 6, 7])).toBe('Mon, Wed, Sat, Sun');
  });

  test('state the price of a kWh, fees, and the list of a file', () => {
    expect(tariffText(TIME_OF_USE, '2026-03-01')).toBe(
      'peak 0.40 CHF/kWh (Mon–Fri, 07:00–20:00); night 0.18 CHF/kWh (every day, 22:00–06:00); otherwise 0.25 CHF/kWh',
    );
    const first: Partial<Period> = { energy: { kind: 'flat', price: '0.27' }, perSession: '0.5' };
    const flat = tariffOf(
      ZONE,
      { ...first, from: '2026-01-01', perHour: '1' },
      { from: '2026-07-01' },
    );
    expect(tariffText(flat, '2026-03-01')).toBe(
      '0.27 CHF/kWh; 0.5 CHF per session; 1 CHF per hour, and 1 other period',
    );
    expect(tariffText(flat, '2026-07-01')).toBe('no price, and 1 other period');
    expect(tariffText(flat, '2025-07-01')).toBe('No price yet; 2 other periods');
    const list = hourly('2026-02-28T23:00:00Z', 15, '1', '-0.2', '1', '2');
    expect(tariffText(list, '2026-03-01')).toBe(
      '4 prices, one for every 15 minutes, 1 Mar 2026, 00:00 to 1 Mar 2026, 01:00',
    );
  });
});
