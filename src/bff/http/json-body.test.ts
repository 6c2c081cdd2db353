import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep } from './json-body.ts';

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

test('64 levels are taken and 65 are not, whether of lists or of objects', () => {
  expect(isTooDeep(nested(64))).toBe(false);
  expect(isTooDeep(nested(65))).toBe(true);
  expect(isTooDeep(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).toBe(true);
  expect(isTooDeep(`[${nested(63)},${nested(63)}]`)).toBe(false);
});

test('brackets inside texts nest nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'a'), maxLength: 300 }),
      (text) => {
        expect(isTooDeep(JSON.stringify({ text }))).toBe(false);
      },
    ),
  );
});
