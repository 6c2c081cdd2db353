import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { CSV_MARK, csvFile, csvOfRecords, csvRow } from './write-csv.ts';

test.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [['-1.5', '-x', '1e3', '=1', -2e-7, -6, null], "-1.5,'-x,1e3,'=1,-2e-7,-6,"],
  [['+1', '@a', '\t=1', '-2+3', '\r=1'], `'+1,'@a,"'\t=1",'-2+3,"'\r=1"`],
  [['＝1+1', '＋1', '－1', '＠a'], "'＝1+1,'＋1,'－1,'＠a"],
  [["'=quoted by hand", "''-5", "'plain", "o'="], "''=quoted by hand,'''-5,'plain,o'="],
  [['Bay 4\u0000', 'a\u000bb', 'c\u0085', '\ud83d'], 'Bay 4�,a�b,c�,�'],
])('a record: %j', (cells, expected) => {
  expect(csvRow(cells)).toBe(`${expected}\r\n`);
});

test('a file begins with its mark and has a header', () => {
  expect(csvFile(['a', 'b'], [[1, '=x']])).toBe(`${CSV_MARK}a,b\r\n1,'=x\r\n`);
  expect(csvOfRecords([{ a: 1, b: undefined }])).toBe(`${CSV_MARK}a,b\r\n1,\r\n`);
});

test('any text read again is the same, and none of them begins like a formula', () => {
  const odd = fc.constantFrom(...'\'=+-@＝＋－＠\t\r\n",;|5. é'.split(''));
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(odd, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const { rows } = readCsv(
        csvFile(
          ['id', 'a', 'b', 'c', 'd', 'e'],
          [['1', ...cells, ...Array(5 - cells.length).fill('')]],
        ),
      );
      expect(rows[0]?.cells.slice(1, 1 + cells.length)).toEqual(cells);
      for (const cell of cells) {
        const written = csvRow([cell]).replace(/^"/, '');
        expect(/^-?\d/.test(written) || !/^[=+\-@＝＋－＠]/.test(written)).toBe(true);
      }
    }),
  );
});

test('no spreadsheet splits a cell in two, whatever its lists are separated by', () => {
  expect(csvRow(['a;=1+1', 'b\t=2', 'c'])).toBe('"a;=1+1","b\t=2",c\r\n');
});
