import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTagsCell, tagsCell } from './tags-cell.ts';

test.each([
  ['night, leased', ['night', 'leased']],
  ['Zone A|north;x', ['Zone A', 'north', 'x']],
  ['"Zone A, north", night', ['Zone A, north', 'night']],
  ['"a|b" ; "c;d"', ['a|b', 'c;d']],
  ['24" rack, say "x", "open', ['24" rack', 'say "x"', '"open']],
  ['"x" y, "say ""a, b"""', ['"x" y', 'say "a, b"']],
  [' , ;"" |', []],
])('the tags of %j', (cell, tags) => {
  expect(readTagsCell(cell)).toEqual(tags);
});

test('any tags survive a cell', () => {
  const tag = fc
    .array(fc.constantFrom(',', ';', '|', '"', ' ', 'a', '=', "'", 'é'), { maxLength: 8 })
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      expect(readTagsCell(tagsCell(tags))).toEqual(tags);
    }),
  );
});
