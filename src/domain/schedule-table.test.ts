import { expect, test } from 'vitest';
import { readCsv } from '../lib/read-csv.ts';
import { scheduledRow, sentValue } from './schedule-rows.ts';
import { readScheduleTable } from './schedule-table.ts';

const OPTIONS = { zone: 'Europe/Brussels', nowMs: Date.parse('2027-01-01T00:00:00Z') };

function read(text: string) {
  return readScheduleTable(readCsv(text), OPTIONS);
}

test('columns may have any case and order; blank lines and unknown columns are ignored', () => {
  const table = read(
    'Remark\tCommand Type\tTime zone\tDate\tTIME\tValue (W)\n\n' +
      'night\tlimit feed-in\tEurope/Zurich\t2027-05-01\t7:05\t5000 W\n' +
      '\tStopCharging\t\t01.05.2027\t22:00:00\t\n',
  );
  const row = { date: '2027-05-01', unit: 'W', meant: '' };
  const limit = { time: '07:05', zone: 'Europe/Zurich', type: 'LimitFeedIn', value: '5000' };
  const stop = { time: '22:00', zone: 'Europe/Brussels', type: 'StopCharging', value: '' };
  expect(table).toMatchObject({ problem: null, ignored: ['Remark'] });
  expect(table.lines).toMatchObject([
    { line: 3, row: { ...row, ...limit }, problems: [] },
    { line: 4, row: { ...row, ...stop }, problems: [] },
  ]);
});

test('one column for date and time; an offset resolves an ambiguous wall clock', () => {
  const { lines } = read(
    'when\ttype\n2027-10-31T02:30\tReset\n2027-10-31T02:30:00+01:00\tReset\n2027-10-31 00:30Z\tReset\n2027-05-01 12:00 +0200\tReset',
  );
  expect(lines.map(({ problems }) => problems)).toEqual([[], [], [], []]);
  expect(lines[0]?.question?.choices).toHaveLength(2);
  expect(lines.slice(1).map(({ question }) => question)).toEqual([null, null, null]);
  expect(lines.map(({ row }) => `${row.date} ${row.time} ${row.meant}`.trim())).toEqual([
    '2027-10-31 02:30',
    '2027-10-31 02:30 2027-10-31T01:30:00.000Z',
    '2027-10-31 02:30 2027-10-31T00:30:00.000Z',
    '2027-05-01 12:00 2027-05-01T10:00:00.000Z',
  ]);
});

test('instants keep their seconds and fractions, with Z, an offset or a wall clock', () => {
  const { lines } = read(
    'when\ttype\n2027-11-22T10:15:30Z\tReset\n2027-11-22T10:15:30.250+02:00\tReset\n2027-11-22 10:15:30.1234567\tReset\n2027-11-22T10:15:00.000Z\tReset',
  );
  expect(lines.map(({ problems }) => problems)).toEqual([[], [], [], []]);
  const times = lines.map(({ row }) => row.time);
  expect(times).toEqual(['11:15:30', '09:15:30.250', '10:15:30.123', '11:15']);
  expect(lines.map(({ row }) => scheduledRow(row)?.triggerTime)).toEqual([
    '2027-11-22T10:15:30.000Z',
    '2027-11-22T08:15:30.250Z',
    '2027-11-22T09:15:30.123Z',
    '2027-11-22T10:15:00.000Z',
  ]);
});

test('a line with the same plan as an earlier one is a duplicate', () => {
  const { lines } = read(
    'when\ttype\tvalue\n' +
      '2027-05-01 22:00\tStop charging\t\n' +
      '2027-05-01T20:00Z\tStopCharging\t\n' +
      '2027-05-01 22:00\tLimit feed-in\t5 kW\n' +
      '2027-05-01 22:00\tLimit feed-in\t6 kW\n' +
      'nonsense\tStop charging\t\n' +
      'nonsense\tStop charging\t\n',
  );
  expect(lines.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(lines.map(({ repeats }) => repeats)).toEqual([null, 2, null, null, null, null]);
  expect(lines[1]?.problems).toEqual(['Duplicate of line 2.']);
});

test('a limit may have a unit', () => {
  const { lines } = read(
    'when\ttype\tvalue\n2027-05-01 12:00\tLimitFeedIn\t4.2 kW\n2027-05-01 13:00\tLimitFeedIn\t1MW\n2027-05-01 14:00\tLimitFeedIn\t5 GW',
  );
  expect(lines.map(({ row }) => sentValue(row))).toEqual(['4200', '1000000', '5 GW']);
  expect(lines.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
});

test.each([
  ['03/04/2027\t10:00\t\tReset\t', /write it as 2027-03-28/],
  ['2027-04-03\tnoon\t\tReset\t', /write it as 02:30/],
  ['2027-02-30\t10:00\t\tReset\t', /does not exist/],
  ['2027-04-03\t10:00\tMars/Base\tReset\t', /IANA name/],
  ['2027-04-03\t10:00\t\tBoil\t', /Choose one of/],
  ['2027-04-03\t10:00\t\tLimitFeedIn\tlots', /must be a number of W/],
  ['2027-04-03\t10:00\t\tReset\t5', /takes no value/],
  ['2026-04-03\t10:00\t\tReset\t', /This is past/],
  ['\t\t\tReset\t', /is not understood/],
])('a refused line has a reason: %s', (line, message) => {
  const { lines } = read(`date\ttime\tzone\ttype\tvalue\n${line}`);
  expect(lines[0]?.problems).toHaveLength(1);
  expect(lines[0]?.problems[0]).toMatch(message);
});

test.each([
  ['', /nothing in it/],
  ['date\ttype\n2027-04-03\tReset', /first line must name the columns/],
  ['2027-04-03\t10:00\t\tReset', /first line must name the columns/],
  ['when\ttype\taction\n2027-04-03 10:00\tReset\tReset', /Two columns both mean type/],
  ['when\ttype', /no lines below/],
])('an unreadable table has a reason: %s', (text, message) => {
  expect(read(text).problem).toMatch(message);
});

test('a comma for thousands is not taken for the end of the value, nor for decimals', () => {
  const limit = 'UTC,Limit feed-in';
  const { lines } = read(
    `When,Time zone,Command,Limit\n2027-05-01 12:00,${limit},5,000\n2027-05-01 13:00,${limit},"5,000"`,
  );
  expect(lines[0]?.problems).toEqual([expect.stringContaining('no column for “000”')]);
  expect(lines[1]?.problems).toEqual([expect.stringContaining('5 or 5,000')]);
});

const limits = (...cells: readonly string[]) => {
  const rows = cells.map((cell, hour) => `2027-05-01 1${hour}.30;UTC;Limit feed-in;${cell}`);
  return read(['when;zone;type;value', ...rows].join('\n')).lines;
};

test('a column of limits is read in the notation that one of its cells proves', () => {
  const lines = limits('57,5 kW', '4.200 W', '1.250,75', '1 500', '1,250');
  // The form reads each row by itself, and must read the same.
  const values = lines.map(({ row }) => scheduledRow(row)?.value);
  expect(values.join(' ')).toBe('57500 4200 1250.75 1500 1.25');
  expect(limits('57,5', '60.5').map(({ problems }) => problems)).toEqual([
    [],
    ['“60.5”: This is not written like “57,5” in the same column. Use a comma for decimals.'],
  ]);
});

test('an ambiguous limit of a column that proves no notation is refused', () => {
  expect(limits('4.200 W', '400').map(({ problems }) => problems)).toEqual([
    ['“4.200 W”: This can mean 4.2 or 4,200, and no other row shows which. Write 4.2 or 4200.'],
    [],
  ]);
  expect(limits('1.500', '2.250').map(({ problems }) => problems.length)).toEqual([1, 1]);
});

test('a time is read as a typed one', () => {
  const { lines } = read(
    'date\ttime\ttype\n2027-05-01\t14.30\tReset\n2027-05-01\t1431\tReset\n2027-05-01\t14.3\tReset',
  );
  expect(lines.map(({ row }) => row.time)).toEqual(['14:30', '14:31', '']);
  expect(lines[2]?.problems).toEqual(['The time “14.3” is not understood; write it as 02:30.']);
});

test('a day that does not exist is no day of the next month, with an offset or without', () => {
  const { lines } = read(
    'when,zone,type\n2027-02-30T10:00Z,UTC,Reset\n2027-04-31 10:00+02:00,UTC,Reset\n2027-02-30T10:00,UTC,Reset',
  );
  expect(lines.map(({ problems }) => problems.length)).toEqual([1, 1, 1]);
  expect(lines[0]?.problems).toEqual(['The time “2027-02-30 10:00Z” does not exist.']);
});
