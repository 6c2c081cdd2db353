import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningOf, storable } from './well-formed.ts';

test('lone surrogates and NUL are replaced, whole characters are kept', () => {
  expect(storable('a\ud83db\udc00\0😀')).toBe('a\ufffdb\ufffd\ufffd😀');
});

test('a truncated text never ends inside a character', () => {
  expect(beginningOf('a😀b', 2)).toBe('a');
  expect(beginningOf('a😀b', 3)).toBe('a😀');
  expect(beginningOf('abc', 3)).toBe('abc');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
      const cut = beginningOf(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(storable(cut)).toBe(cut.replaceAll('\0', '\ufffd'));
    }),
  );
});
