import { expect, test } from 'vitest';
import { readId, readIds } from './pasted-ids.ts';

const uuid = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`;

test('ids are parsed with any separator, without duplicates, and other text is listed', () => {
  const text = `${uuid(1)},${uuid(2)}\n "${uuid(1).toUpperCase()}" ; van-7 `;
  expect(readIds(text)).toEqual({ ids: [uuid(1), uuid(2)], wrong: ['van-7'], repeated: 1 });
  expect(readIds(' \n ')).toEqual({ ids: [], wrong: [], repeated: 0 });
});

test.each([
  `{${uuid(1)}}`,
  uuid(1).replaceAll('-', ''),
  `{${uuid(1).replaceAll('-', '').toUpperCase()}}`,
])('an id may be written %s', (text) => {
  expect(readId(text)).toBe(uuid(1));
  expect(readIds(`${text}, van-7`)).toEqual({ ids: [uuid(1)], wrong: ['van-7'], repeated: 0 });
});

test.each(['', '{}', `{${uuid(1)}`, uuid(1).slice(1), `${uuid(1)}0`])('%s is no id', (text) => {
  expect(readId(text)).toBeNull();
});
