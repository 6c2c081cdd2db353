import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Transaction,
} from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from './schema/schema.ts';
import { createSharedCommit } from './shared-commit.ts';
import { memoryStore } from './testing/memory-store.ts';

let db: Kysely<Store>;
let lasts: string[][];
beforeEach(async () => {
  db = await memoryStore();
  lasts = [];
});
afterEach(() => db.destroy());

const note = (trx: Transaction<Store>, name: string) =>
  trx.insertInto('counters').values({ name, value: 1 }).execute();
const stored = async () =>
  (await db.selectFrom('counters').orderBy('name').select('name').execute()).map(
    ({ name }) => name,
  );
const sharing = (fails = false) =>
  createSharedCommit<Store, string>(db, (_trx, names) => {
    lasts.push([...names]);
    return fails ? Promise.reject(new Error('no last part')) : Promise.resolve();
  });
/** A change that stores a name, and fails after that if there is an error. */
const change = (name: string, error?: Error) => async (trx: Transaction<Store>) => {
  await note(trx, name);
  if (error !== undefined) throw error;
  return { result: name.toUpperCase(), last: name };
};
const ends = (all: Promise<unknown>[]) => Promise.allSettled(all);
const rejected = (message: string) => ({
  status: 'rejected',
  reason: expect.objectContaining({ message }),
});

test('changes that come at once share a commit; one that fails is undone alone', async () => {
  const run = sharing();
  const all = [run(change('a')), run(change('b', new Error('not b'))), run(change('c'))];
  expect(await ends(all)).toEqual([
    { status: 'fulfilled', value: 'A' },
    rejected('not b'),
    { status: 'fulfilled', value: 'C' },
  ]);
  expect(await stored()).toEqual(['a', 'c']);
  expect(lasts).toEqual([['a', 'c']]);
});

test('each sees what those before it stored', async () => {
  const run = sharing();
  const seen = (name: string) =>
    run(async (trx) => {
      const { rows } = await sql`select name from counters`.execute(trx);
      await note(trx, name);
      return { result: rows.length, last: name };
    });
  const counts = await Promise.all([seen('a'), seen('b'), seen('c')]);
  expect(counts).toEqual([0, 1, 2]);
  expect(await stored()).toEqual(['a', 'b', 'c']);
});

test('if the last part cannot be stored, none of them is; the next ones are', async () => {
  const all = await ends(['a', 'b'].map((name) => sharing(true)(change(name))));
  expect(all).toEqual([rejected('no last part'), rejected('no last part')]);
  expect(await stored()).toEqual([]);
  expect(await sharing()(change('d'))).toBe('D');
});

test('if one of them ends the transaction, as on a full disk, all fail for its reason', async () => {
  const run = sharing();
  const full = async (trx: Transaction<Store>) => {
    await sql`rollback`.execute(trx);
    throw new Error('full');
  };
  const all = await ends([run(change('a')), run(full), run(change('c'))]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(all[0]).toEqual(rejected('full'));
  expect(await stored()).toEqual([]);
  expect(await run(change('d'))).toBe('D');
});

test('while a commit waits for the disk, the next change runs; each is told after its own', async () => {
  const waits: (() => void)[] = [];
  class SlowDisk extends DummyDriver {
    override releaseConnection() {
      return new Promise<void>((resolve) => {
        waits.push(resolve);
      });
    }
  }
  const slow = new Kysely<Store>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SlowDisk(),
      createIntrospector: (store) => new SqliteIntrospector(store),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const run = createSharedCommit<Store, string>(slow, () => Promise.resolve());
  const told: string[] = [];
  const tell = async (name: string) => {
    told.push(await run(() => Promise.resolve({ result: name, last: name })));
  };
  const first = tell('a');
  await expect.poll(() => waits.length).toBe(1);
  const second = tell('b');
  await expect.poll(() => waits.length).toBe(2);
  expect(told).toEqual([]);
  waits.shift()?.();
  await first;
  expect(told).toEqual(['a']);
  waits.shift()?.();
  await second;
  expect(told).toEqual(['a', 'b']);
});
