import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameText } from '../contract/texts.ts';
import { foreignLabel, foreignName } from './foreign-label.ts';
import { cutForeign, FOREIGN_MAX, foreignText } from './foreign-text.ts';

test('a long text is cut, and its length is said', () => {
  expect(cutForeign('x'.repeat(FOREIGN_MAX))).toBe('x'.repeat(FOREIGN_MAX));
  expect(cutForeign('x'.repeat(200_000))).toBe(`${'x'.repeat(FOREIGN_MAX)}… (200,000 characters)`);
  expect(cutForeign(`${'x'.repeat(FOREIGN_MAX - 1)}😀y`)).toBe(
    `${'x'.repeat(FOREIGN_MAX - 1)}… (2,002 characters)`,
  );
});

test('a text of another system is on one line, unreversed and without padding', () => {
  const told = 'a\u202Eb\u2066c\u0000d\r\ne\ud83d';
  expect(foreignText(told)).toBe('abc d e\ufffd');
  expect(foreignLabel(`${told}${'x'.repeat(100)}`)).toHaveLength(61);
});

test.each([
  ['Bay 4\u0000\u0000', 'Bay 4'],
  [' Bay\u00a0 4 ', 'Bay 4'],
  ['Level 2\u000bwest', 'Level 2 west'],
  ['first line\r\nsecond\tline', 'first line second line'],
  ['\u202egnp.exe\u202c tail', 'gnp.exe tail'],
  ['half \ud83d character', 'half \ufffd character'],
  ['non\ufffecharacter', 'non\ufffdcharacter'],
  ['Bay\u200b 4\ufeff', 'Bay 4'],
  ['מחסן 12 (צפון)', 'מחסן 12 (צפון)'],
  ['👩\u200d👧 e\u0301', '👩\u200d👧 e\u0301'],
  ['a long name', 'a lon…'],
  ['\u200b\u200b', null],
  [' \u0000\u2066', null],
  ['', null],
  [null, null],
])('the name %j is shown as %j', (told, shown) => {
  expect(foreignName(told, told === 'a long name' ? 6 : 200)).toBe(shown);
});

test('the directory takes every name as it is shown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (told) => {
      const shown = foreignName(told, 40);
      expect(nameText(40).safeParse(shown).data ?? null).toBe(shown);
    }),
  );
});
