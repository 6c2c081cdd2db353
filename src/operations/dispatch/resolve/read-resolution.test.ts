import { expect, test } from 'vitest';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { evidenceOf } from './read-resolution.ts';

const FIRST = 1_000;
const SECOND = 2_000;

/** A store with a finished check of a dispatch and a running one, each with its result by Entity. */
async function twoChecks(done: Record<string, string>, running: Record<string, string>) {
  const db = await memoryStore();
  for (const [state, started_at, found] of [
    ['done', FIRST, done],
    ['running', SECOND, running],
  ] as const) {
    const check = { id: state, dispatch_id: 'd', operator_name: null, state, started_at };
    await db
      .insertInto('resolutions')
      .values({ ...check, window_start: 0, window_end: SECOND, adopted: 0 })
      .execute();
    const members = Object.entries(found).map(([entity_id, evidence]) => ({
      resolution_id: state,
      entity_id,
      evidence,
      words: null,
      checked_at: evidence === 'unchecked' ? null : started_at,
      version: started_at,
    }));
    await db.insertInto('resolution_members').values(members).execute();
  }
  return db;
}

test('a find of a running check replaces "none" of the one before; an unread Entity does not', async () => {
  const db = await twoChecks(
    { a: 'none', b: 'none', c: 'certain', d: 'none' },
    { a: 'probable', b: 'unchecked', c: 'certain', d: 'none' },
  );
  const found = [...(await evidenceOf(db, 'd'))].map(([id, { evidence }]) => [id, evidence]);
  expect(Object.fromEntries(found)).toEqual({
    a: 'probable',
    b: 'none',
    c: 'certain',
    d: 'none',
  });
  await db.destroy();
});

test('without a finished check, only the running one counts', async () => {
  const db = await twoChecks({ a: 'none' }, { a: 'unchecked', b: 'probable' });
  await db.deleteFrom('resolutions').where('state', '=', 'done').execute();
  const found = [...(await evidenceOf(db, 'd'))].map(([id, { evidence }]) => [id, evidence]);
  expect(Object.fromEntries(found)).toEqual({ a: 'unchecked', b: 'probable' });
  await db.destroy();
});
