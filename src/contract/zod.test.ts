import { expect, test } from 'vitest';
import { z } from './zod.ts';

const Row = z.strictObject({ id: z.guid(), name: z.string().min(1, 'Enter a name.') });

test('messages for people contain no terms of zod; a rule keeps its own message', () => {
  const { error } = Row.safeParse({ id: 'van-7', name: '', nmae: 'Van' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Not an id: expected a UUID.',
    'Enter a name.',
    'Not known here: nmae.',
  ]);
});
