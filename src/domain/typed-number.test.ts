import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumber, readNumberColumn, splitUnit, typedText } from './typed-number.ts';

const values = (cells: readonly string[]) => readNumberColumn(cells).map(({ value }) => value);
const problems = (cells: readonly string[]) => readNumberColumn(cells).map((one) => one.problem);

test.each([
  ['57,5', '57.5'],
  [' 57.50 ', '57.50'],
  ['0.125', '0.125'],
  ['0,125', '0.125'],
  ['007', '7'],
  ['12.3456', '12.3456'],
  ['1234.567', '1234.567'],
  ['1.250,75', '1250.75'],
  ['1,250.75', '1250.75'],
  ['1.250,750', '1250.750'],
  ['1.250.000', '1250000'],
  ['1,250,000', '1250000'],
  ['1 250', '1250'],
  ['1 250 000,5', '1250000.5'],
  ['1\u00A0250,75', '1250.75'],
  ['1\u202F250.75', '1250.75'],
  ['1’250.75', '1250.75'],
  ["12'345'678", '12345678'],
])('%j is the number %s', (text, value) => {
  expect(readNumber(text)).toMatchObject({ value, problem: null });
});

test.each([
  ['4.200', '4.2 or 4,200. Write 4.2 or 4200.'],
  ['5,000', '5 or 5,000. Write 5 or 5000.'],
  [' 57.500 ', '57.5 or 57,500. Write 57.5 or 57500.'],
  ['1,255', '1.255 or 1,255. Write 1.2550 or 1255.'],
])('%j is ambiguous, and both readings are named', (text, readings) => {
  const problem = `This can mean ${readings}`;
  expect(readNumber(text)).toEqual({ value: null, mark: null, problem });
});

const NONE =
  "| |lots|-1|+1|1e3|NaN|Infinity|0x10|٣|５|.5|5.|1.25.000|1.250.00|1,250,75|1.250.000.5|1 250,750.5|0.125.000|1 25|1  250|1.250'000|1250.000,5|4.2 kW";

test.each(NONE.split('|'))('%j is no number', (text) => {
  expect(readNumber(text)).toEqual({ value: null, mark: null, problem: null });
});

test('a cell that proves its decimal mark settles the ambiguous ones of its column', () => {
  expect(values(['4.200', '57,5', '', '1 250'])).toEqual(['4200', '57.5', null, '1250']);
  expect(values(['4.200', '57.5', '5,000'])).toEqual(['4.200', '57.5', '5000']);
  expect(values(['1.250.000', '4.200', '4,200'])).toEqual(['1250000', '4200', '4.200']);
  expect(values(['1,250,000', '0.125', '4.200'])).toEqual(['1250000', '0.125', '4.200']);
});

test('without a proof, an ambiguous cell of a column says so', () => {
  const open = 'This can mean 4.2 or 4,200, and no other row shows which. Write 4.2 or 4200.';
  expect(problems(['4.200', '400', 'lots'])).toEqual([open, null, null]);
  expect(values(['1.500', '2.250'])).toEqual([null, null]);
});

test('a cell in another notation than its column is refused, and then nothing is settled', () => {
  expect(problems(['57,5', '400', '60.5', '4.200'])).toEqual([
    null,
    null,
    'This is not written like “57,5” in the same column. Use a comma for decimals.',
    'This can mean 4.2 or 4,200, and the other rows are written in both ways. Write 4.2 or 4200.',
  ]);
});

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0 1 2 3 4 5 6 7 8 9'.split(' ')), minLength, maxLength });
const number = fc
  .tuple(digits(1, 9), digits(0, 7))
  .map(([whole, fraction]) => ({ whole: whole.replace(/^0+(?=\d)/, ''), fraction }));
const mark = fc.constantFrom('.', ',');
const separator = fc.constantFrom('', '.', ',', ' ', '\u00A0', '\u202F', "'", '’');
const notation = fc.tuple(mark, separator).filter(([decimal, group]) => decimal !== group);

type Numeral = typeof number extends fc.Arbitrary<infer T> ? T : never;
const meant = ({ whole, fraction }: Numeral) => (fraction === '' ? whole : `${whole}.${fraction}`);
const written = ({ whole, fraction }: Numeral, [decimal, group]: readonly string[]) =>
  `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group ?? '')}${fraction === '' ? '' : decimal}${fraction}`;

test('a number in any notation is read as the number meant, or refused as ambiguous', () => {
  fc.assert(
    fc.property(number, notation, (one, how) => {
      const text = written(one, how);
      const isAmbiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
      expect(readNumber(text).value).toBe(isAmbiguous ? null : meant(one));
    }),
  );
});

test('a column in one notation is read as meant where a cell proves it', () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 8 }), notation, (all, how) => {
      const read = readNumberColumn(all.map((each) => written(each, how)));
      const isProved = read.some((each) => each.mark !== null);
      for (const [at, each] of all.entries()) {
        const { value = null, problem = null } = read[at] ?? {};
        expect(problem === null || isProved ? value : meant(each)).toBe(meant(each));
      }
    }),
  );
});

test('a column whose cells prove both notations is never read as another number', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, notation), { maxLength: 8 }), (all) => {
      const texts = all.map(([each, how]) => written(each, how));
      const marks = new Set(texts.flatMap((text) => readNumber(text).mark ?? []));
      fc.pre(marks.size === 2);
      const read = readNumberColumn(texts);
      for (const [at, [each]] of all.entries()) {
        expect(read[at]?.value ?? meant(each)).toBe(meant(each));
      }
    }),
  );
});

test('what a field shows of a stored number is read as that number', () => {
  const shown = ['0.30', '4.200', '1.255', '5.000', '1234.567', ''].map(typedText);
  expect(shown.join('|')).toBe('0.30|4.2|1.2550|5|1234.567|');
  fc.assert(
    fc.property(number, (one) => {
      const { value } = readNumber(typedText(meant(one)));
      expect(Number(value)).toBe(Number(meant(one)));
    }),
  );
});

test.each([
  ['4,2 kW', { number: '4,2', unit: 'kW' }],
  ['1 250MW', { number: '1 250', unit: 'MW' }],
  ['40 w', { number: '40', unit: 'W' }],
  ['40 kw', { number: '40', unit: 'kW' }],
  ['5 mW', { number: '5 mW', unit: null }],
  [' 5 GW ', { number: '5 GW', unit: null }],
  ['kW', { number: 'kW', unit: null }],
  ['5', { number: '5', unit: null }],
])('%j is split from its unit', (text, parts) => {
  expect(splitUnit(text, ['W', 'kW', 'MW'])).toEqual(parts);
});
