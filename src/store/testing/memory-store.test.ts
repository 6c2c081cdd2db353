import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../schema/schema.ts';
import { memoryStore } from './memory-store.ts';

async function contentOf(db: Kysely<Store>): Promise<unknown> {
  const { rows } = await sql`select type, name, sql from sqlite_master order by name`.execute(db);
  const done = await sql`select name from kysely_migration order by name`.execute(db);
  return { rows, done: done.rows };
}

test('the store of a test equals a migrated one, and shares nothing with another', async () => {
  const migrated = await openStore(':memory:');
  const [one, other] = [await memoryStore(), await memoryStore()];
  expect(await contentOf(one)).toEqual(await contentOf(migrated));
  await one.insertInto('counters').values({ name: 'fleet', value: 7 }).execute();
  expect(await other.selectFrom('counters').selectAll().execute()).toEqual(
    await migrated.selectFrom('counters').selectAll().execute(),
  );
});
