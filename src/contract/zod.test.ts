import { expect, test } from 'vitest';
import { z } from './zod.ts';

const Row = z.strictObject({ id: z.guid(), name: z.string().min(1, 'Enter a name.') });

test('messages for people contain no terms of zod; a rule keeps its own message', () => {
  const { error } = Row.safeParse({ id: 'van-7', name: '', nmae: 'Van' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'This is not an id: a UUID is needed.',
    'Enter a name.',
    'Not known here: nmae.',
  ]);
});
