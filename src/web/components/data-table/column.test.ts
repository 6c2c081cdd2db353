import { expect, test } from 'vitest';
import { columnWidths, filledColumns, leastWidth, type Column } from './column.ts';

interface Row {
  name: string;
  place: string | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  {
    key: 'place',
    header: 'Place',
    cell: ({ place }) => place,
    isEmpty: ({ place }) => place === null,
  },
];
const keysFor = (rows: Parameters<typeof filledColumns<Row>>[1]) =>
  filledColumns(COLUMNS, rows).map(({ key }) => key);

test('leaves out a column that is empty in all rows', () => {
  expect(keysFor([{ name: 'Van 01', place: null }])).toEqual(['name']);
});

test('one filled row is enough for a column', () => {
  const rows = [
    { name: 'Van 01', place: null },
    { name: 'Van 02', place: 'Depot Delft' },
  ];
  expect(keysFor(rows)).toEqual(['name', 'place']);
});

test('without rows, or before all are read, every column stays', () => {
  expect(keysFor([])).toEqual(['name', 'place']);
  const rowAt = () => ({ name: 'Van 01', place: null });
  expect(keysFor({ total: 1, rowAt })).toEqual(['name', 'place']);
});

test('a table needs the widths of its name and of its other columns', () => {
  expect(leastWidth([{ width: '22%' }, { width: '12%' }, { width: '110px' }])).toBe(420);
  // The name takes the rest: 35 % and 90 px belong to other columns.
  expect(leastWidth([{}, { width: '35%' }, { width: '90px' }])).toBe(446);
  expect(leastWidth(Array.from({ length: 20 }, () => ({})))).toBe(960);
});

test('if all columns have a width, the first takes the rest', () => {
  expect(columnWidths([{ width: '22%' }, { width: '12%' }])).toEqual([undefined, '12%']);
  expect(columnWidths([{ width: '60%' }, { width: '35%' }])).toEqual(['60%', '35%']);
  expect(columnWidths([{ width: '22%' }, {}])).toEqual(['22%', undefined]);
});
