import { expect, test } from 'vitest';
import { foreignLabel } from './foreign-label.ts';
import { cutForeign, FOREIGN_MAX, foreignText } from './foreign-text.ts';

test('a long text is cut, and its length is said', () => {
  expect(cutForeign('x'.repeat(FOREIGN_MAX))).toBe('x'.repeat(FOREIGN_MAX));
  expect(cutForeign('x'.repeat(200_000))).toBe(`${'x'.repeat(FOREIGN_MAX)}… (200,000 characters)`);
  expect(cutForeign(`${'x'.repeat(FOREIGN_MAX - 1)}😀y`)).toBe(
    `${'x'.repeat(FOREIGN_MAX - 1)}… (2,002 characters)`,
  );
});

test('what hides or turns round is shown as a replaced character, a line break as a space', () => {
  const told = 'a\u202Eb\u2066c\u0000d\r\ne\ud83d';
  expect(foreignText(told)).toBe('a\ufffdb\ufffdc\ufffdd e\ufffd');
  expect(foreignText('فان 😀')).toBe('فان 😀');
  expect(foreignLabel(`${told}${'x'.repeat(100)}`)).toHaveLength(61);
});
