import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

test('a filled cell under no column is named with its row; empty ones at the end are not', () => {
  const table = readCsv('id,capacity\na,57,5\nb,1,,\n\nc,1, x ,"y,z"\nd\n');
  expect(table.rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, expect.stringContaining('3 cells for 2 columns; there is no column for “5”.')],
    [3, null],
    [5, expect.stringContaining('4 cells for 2 columns; there is no column for “x”, “y,z”.')],
    [6, null],
  ]);
});

test('columns without a name at the end are none, so that their cells are not lost', () => {
  const table = readCsv('When,Limit,,\nnoon,5,000,\nnight,"5,000",,\n');
  expect(table.header).toEqual(['When', 'Limit']);
  expect(table.rows.map(({ problem }) => problem === null)).toEqual([false, true]);
});

test('the separator is guessed, or told by a first line that is not counted', () => {
  for (const [text, header] of [
    ['a;b\n1,5;2\n', ['a', 'b']],
    ['a\tb\n1\t2\n', ['a', 'b']],
    ['sep=;\r\na;b,c\r\n1;2\r\n', ['a', 'b,c']],
    ['\uFEFFsep=|\na|b;c\n1|2', ['a', 'b;c']],
    ['"sep=;"\na;b\n1;2', ['a', 'b']],
    ['\uFEFFa,b\n1,2', ['a', 'b']],
  ] as const) {
    const table = readCsv(text);
    expect(table.header).toEqual(header);
    expect(table.rows[0]).toMatchObject({ line: 2, problem: null });
  }
});

test('rows are numbered as a spreadsheet does: blank ones count, a cell of two lines is one row', () => {
  const text = 'sep=;\r\n\r\n;\r\nid;kWh\r\na;41\r\n\r\n;;\r\nb;"not\na number"\r\n\r\nc;42\r\n';
  expect(readCsv(text).rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [4, 'a'],
    [7, 'b'],
    [9, 'c'],
  ]);
});

test('the apostrophe of our own files is removed once', () => {
  const [row] = readCsv("a,b,c,d,e\n'=1,''=1,'-x,'plain,'＝1").rows;
  expect(row?.cells).toEqual(['=1', "'=1", '-x', "'plain", '＝1']);
});

test('an open quote is a problem of the whole text', () => {
  expect(readCsv('a,b\n1,"2').problem).toContain('near row 2');
});
