import { expect, test } from 'vitest';
import { filledColumns, type Column } from './column.ts';

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

test('a column without anything in any row is left out', () => {
  expect(keysFor([{ name: 'Van 01', place: null }])).toEqual(['name']);
});

test('one filled row is enough for a column', () => {
  const rows = [
    { name: 'Van 01', place: null },
    { name: 'Van 02', place: 'Depot Delft' },
  ];
  expect(keysFor(rows)).toEqual(['name', 'place']);
});

test('without rows, or where not all have been read, every column stays', () => {
  expect(keysFor([])).toEqual(['name', 'place']);
  const rowAt = () => ({ name: 'Van 01', place: null });
  expect(keysFor({ total: 1, rowAt })).toEqual(['name', 'place']);
});
