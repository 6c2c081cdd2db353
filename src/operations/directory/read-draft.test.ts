import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DirectoryImport, MAX_MEMBERS } from '../../contract/console/directory-import.ts';
import { Failure } from '../../http/problems.ts';
import { turnsDuring } from '../../lib/testing/turns-during.ts';
import { readImport } from './read-draft.ts';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const entity = (at: number) => ({ id: randomUUID(), name: ` Van ${at} `, tags: ['b', 'a', 'b'] });

test('yields after every hundred rows', async () => {
  const entities = Array.from({ length: 5000 }, (_, at) => entity(at));
  expect(await turnsDuring(readImport({ entities }))).toBeGreaterThan(40);
});

test('the result is that of the schema', async () => {
  const body = {
    collectives: [
      { id: randomUUID(), name: 'Depot', entities: ids(300) },
      { id: randomUUID(), name: 'Port', entities: null },
      { id: randomUUID(), name: 'Sun' },
    ],
    entities: Array.from({ length: 300 }, (_, at) => entity(at)),
  };
  expect(await readImport(body)).toEqual(DirectoryImport.parse(body));
  expect(await readImport({})).toEqual({ collectives: [], entities: [] });
});

test('a list with an id twice is refused as a whole', async () => {
  const id = randomUUID();
  const collectives = [
    { id, name: 'A' },
    { id: id.toUpperCase(), name: 'B' },
  ];
  await expect(readImport({ collectives })).rejects.toMatchObject({
    status: 400,
    detail: { errors: [{ code: 'collectives.1.id' }] },
  });
});

const good = { id: randomUUID(), name: 'Depot' };
test.each([
  ['no object', []],
  ['an unknown field', { more: 1 }],
  ['a list that is not an array', { entities: 'x' }],
  ['a row that is not an object', { entities: [entity(1), 7] }],
  [
    'a wrong id',
    { entities: [...Array.from({ length: 150 }, (_, at) => entity(at)), { id: 'x' }] },
  ],
  ['an unknown field of a row', { collectives: [{ ...good, rows: [] }] }],
  ['a wrong id of a member', { collectives: [good, { ...good, entities: [...ids(150), 'x'] }] }],
  ['members that are not a list', { collectives: [{ ...good, entities: 'x' }] }],
  [
    'too many members',
    { collectives: [{ ...good, entities: Array(MAX_MEMBERS + 1).fill(good.id) }] },
  ],
  ['too many Entities', { entities: Array(200_001).fill(entity(1)) }],
])('%s is refused with the message of the schema', async (_name, body) => {
  const issue = DirectoryImport.safeParse(body).error?.issues[0];
  const field = issue?.path.join('.') || 'body';
  const thrown: unknown = await readImport(body).catch((error: unknown) => error);
  expect(thrown instanceof Failure && [thrown.status, thrown.detail.errors]).toEqual([
    400,
    [{ code: field, message: `${field}: ${issue?.message ?? ''}`, description: null }],
  ]);
});
