import { describe, expect, test } from 'vitest';
import { TariffContent } from '../../contract/console/report-tariff.ts';
import { timeOfMinute, weekOfPrices } from './price-week.ts';
import { rateLabel, tariffLabel, validityLabel, weekdaysLabel } from './tariff-labels.ts';

const tariff = (rate: object, change: object = {}) =>
  TariffContent.parse({
    name: 'T',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    validities: [{ validFrom: '2026-01-01', validTo: null, rate, ...change }],
  });

const TIME_OF_USE = tariff({
  kind: 'time-of-use',
  bands: [
    {
      name: 'peak',
      price: '0.40',
      weekdays: [1, 2, 3, 4, 5],
      from: '07:00',
      to: '20:00',
    },
    { name: 'night', price: '0.18', weekdays: null, from: '22:00', to: '06:00' },
  ],
  otherwise: '0.25',
});

const shown = (content: TariffContent, monday: string) =>
  weekOfPrices(content, monday).map(({ date, parts }) => ({
    date,
    parts: parts.map(
      ({ fromMinute, toMinute, prices }) =>
        `${timeOfMinute(fromMinute)}–${timeOfMinute(toMinute)} ${prices.join('/')}`,
    ),
  }));

describe('a week of prices', () => {
  test('shows the bands of its weekdays and hours', () => {
    const [monday, , , , , saturday] = shown(TIME_OF_USE, '2026-01-05');
    expect(monday).toEqual({
      date: '2026-01-05',
      parts: [
        '00:00–06:00 0.18',
        '06:00–07:00 0.25',
        '07:00–20:00 0.4',
        '20:00–22:00 0.25',
        '22:00–24:00 0.18',
      ],
    });
    expect(saturday?.parts).toEqual(['00:00–06:00 0.18', '06:00–22:00 0.25', '22:00–24:00 0.18']);
  });

  test('shows gaps of a tariff, and prices by register', () => {
    const registers = { kind: 'registers', t1: '0.30', t2: '0.20', t3: null, t4: null };
    const week = shown(tariff(registers, { validFrom: '2026-01-07' }), '2026-01-05');
    expect(week.map(({ parts }) => parts)).toEqual([
      ['00:00–24:00 '],
      ['00:00–24:00 '],
      ...Array.from({ length: 5 }, () => ['00:00–24:00 0.3/0.2//']),
    ]);
  });

  test('has no part that ends before it begins when the clock is set back', () => {
    const edge = tariff({
      kind: 'time-of-use',
      bands: [{ name: 'b', price: '1', weekdays: null, from: '02:30', to: '02:45' }],
      otherwise: '2',
    });
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

  test('state the price of a kWh', () => {
    const [validity] = TIME_OF_USE.validities;
    expect(validity && rateLabel(validity.rate, 'CHF')).toBe(
      'peak 0.40 CHF/kWh (Mon–Fri, 07:00–20:00); night 0.18 CHF/kWh (every day, 22:00–06:00); otherwise 0.25 CHF/kWh',
    );
    const flat = tariff({ kind: 'flat', price: '0.27' }, { validTo: '2026-06-30' });
    expect(tariffLabel(flat, '2026-03-01')).toBe('0.27 CHF/kWh');
    expect(tariffLabel(flat, '2026-07-01')).toBe('No price today; 1 validity at other times');
    expect(flat.validities.map(validityLabel)).toEqual(['1 Jan 2026 to 30 Jun 2026']);
  });
});
