import { describe, expect, test } from 'vitest';
import { readPriceList } from './price-list.ts';

const ZONE = 'Europe/Zurich';
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (lines: readonly string[]) => readPriceList(utf8(lines.join('\r\n')), ZONE);

/** Wall-clock hours of a date as a market writes them. */
const hours = (date: string, list: readonly number[], price = (at: number) => `0.${at + 10}`) =>
  list.map((hour, at) => `${date} ${String(hour).padStart(2, '0')}:00,${price(at)}`);
const ALL = Array.from({ length: 24 }, (_, hour) => hour);

describe('a file of prices', () => {
  test('is read with its first instant and its step', () => {
    const { list, problems } = read(['time,price', ...hours('2026-03-01', ALL)]);
    expect(problems).toEqual([]);
    expect(list).toMatchObject({ start: '2026-02-28T23:00:00.000Z', minutes: 60 });
    expect(list?.prices).toHaveLength(24);
    expect(list?.prices.slice(0, 2)).toEqual(['0.10', '0.11']);
  });

  test('loses no price of a file without a header, which is refused', () => {
    const told = read(['2026-03-01T00:00+01:00,0.1', '2026-03-01T01:00+01:00,0.2']);
    const problem = 'The first line must name the columns.';
    expect(told).toMatchObject({ list: null, problems: [{ line: 1, problem }] });
  });

  test('has 23 hours on the day on which the clock goes forward, and 25 on the other', () => {
    for (const [date, all] of [
      ['2026-03-29', ALL.toSpliced(2, 1)],
      ['2026-10-25', ALL.toSpliced(2, 0, 2)],
    ] as const) {
      const { list, problems } = read(['time,price', ...hours(date, all)]);
      expect([problems, list?.prices.length]).toEqual([[], all.length]);
    }
  });

  test.each([
    [
      'a byte order mark, semicolons, decimal commas',
      '\uFEFFZeit;Preis\n01.03.2026 00:00;0,25\n01.03.2026 00:15;-0,05\n',
      ['0.25', '-0.05'],
    ],
    [
      'tabs and offsets',
      'time\tprice\n2026-03-01T00:00:00+01:00\t0.1\n2026-03-01T00:30:00+01:00\t0.2\n',
      ['0.1', '0.2'],
    ],
  ])('is read with %s', (_, text, prices) => {
    const { list, problems } = readPriceList(utf8(text), ZONE);
    expect([problems, list?.prices]).toEqual([[], prices]);
  });

  test('is read in UTF-16', () => {
    const text = '\uFEFFtime\tprice\r\n2026-03-01 00:00\t0,1\r\n2026-03-01 01:00\t0,2\r\n';
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
    expect(readPriceList(bytes, ZONE).list?.prices).toEqual(['0.1', '0.2']);
  });

  test('with problems names each line, and gives nothing of it', () => {
    const { list, problems } = read([
      'time,price',
      '2026-03-01 00:00,0.1',
      '2026-03-01 01:00,1.234.5',
      '2026-03-01 02:00,0.1',
      'yesterday,0.1',
      '2026-02-30 04:00,0.1',
      '2026-03-01 05:00,0.1',
      '2026-03-01 05:00,0.1',
      '2026-03-01 06:00,0.1',
      '2026-03-01 07:00,"0,1",1',
      '2026-03-01 08:00,0.1',
      '2026-03-01 11:00,0.1',
      '2026-03-01 13:00,0.1',
    ]);
    expect(list).toBeNull();
    expect(problems.map(({ line }) => line)).toEqual([3, 5, 6, 8, 10, 12, 13]);
    // In the order of the lines.
    for (const [at, part] of [
      '“1.234.5” is no price',
      '“yesterday” is no time',
      'no date of the calendar',
      'overlaps line 7',
      'no column for “1”',
      'no price from 2026-03-01 09:00 on. 2 prices are missing',
      'no price from 2026-03-01 12:00 on. 1 price is missing',
    ].entries()) {
      expect(problems[at]?.problem).toContain(part);
    }
  });

  test('with an hour that does not exist names it', () => {
    const { list, problems } = read(['time,price', ...hours('2026-03-29', ALL)]);
    const problem = expect.stringContaining('2026-03-29 02:00 does not exist in Europe/Zurich');
    expect({ list, problems }).toEqual({ list: null, problems: [{ line: 4, problem }] });
  });

  test.each([
    ['no header', ['2026-03-01 00:00,0.1'], 'first line must name'],
    ['one column', ['price', '0.1'], 'no columns'],
    ['no rows', ['time,price'], 'no line with a price'],
    ['days', ['time,price', '2026-03-01 00:00,1', '2026-03-02 00:00,1'], 'not per hour'],
  ])('with %s is refused as a whole', (_, lines, told) => {
    const { list, problems } = read(lines);
    expect([list, problems.length]).toEqual([null, 1]);
    expect(problems[0]?.problem).toContain(told);
  });
});
