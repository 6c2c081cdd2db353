import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { REAL_CLOCK } from '../../lib/clock.ts';
import { StartError } from '../../lib/start-error.ts';
import { MIGRATIONS } from '../baseline/baseline.ts';
import { openStore, openStoreReader } from '../open-store.ts';
import { createProcesses } from '../processes.ts';
import type { Store } from '../schema/schema.ts';
import { isAlreadyStored, isStoreFailure, storeCode } from '../store-failure.ts';
import { cutWay } from '../testing/cut-way.ts';
import { emptyPostgresUrl, postgresUrl } from '../testing/postgres-store.ts';
import { openPostgres } from './postgres.ts';
import { createPostgresSignal, TOGETHER_MS } from './postgres-signal.ts';

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const set = (db: Kysely<Store>, value: number) => {
  const insert = db.insertInto('counters').values({ name: 'a', value });
  return insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
};

test('large whole numbers are numbers, and sums are texts', async () => {
  const db = await openStore(await postgresUrl());
  const value = Number.MAX_SAFE_INTEGER;
  await set(db, value);
  expect(await db.selectFrom('counters').selectAll().execute()).toEqual([{ name: 'a', value }]);
  const { rows } = await sql`select sum(value) as sum from counters`.execute(db);
  expect(rows).toEqual([{ sum: String(value) }]);
  await db.destroy();
});

test('two processes that start together on an empty database both find the schema', async () => {
  const url = await emptyPostgresUrl();
  const both = await Promise.all([openStore(url), openStore(url)]);
  for (const db of both) {
    expect(await db.selectFrom('intents').select('id').execute()).toEqual([]);
    await db.destroy();
  }
});

test('the schema of a newer version is refused', async () => {
  const url = await postgresUrl();
  const newer = { ...MIGRATIONS, '999-later': { up: () => Promise.resolve() } };
  const db = await openPostgres<Store>(url, newer);
  await db.destroy();
  await expect(openStore(url)).rejects.toThrow(/written by a newer Gridhelm.*999-later/);
});

test('a database that may forget a commit is refused, in one line without the password', async () => {
  const url = new URL(await postgresUrl());
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  const setFsync = async (value: string) => {
    await admin.query(`alter system set fsync = ${value}`);
    await admin.query('select pg_reload_conf()');
    const now = async () => (await admin.query('show fsync')).rows;
    await expect.poll(now).toEqual([{ fsync: value }]);
  };
  url.password = 'canary';
  await setFsync('off');
  try {
    const refused = await failureOf(openStore(url.href));
    expect(refused).toBeInstanceOf(StartError);
    expect(String(refused)).toMatch(/has fsync = off/);
    expect(String(refused)).not.toContain('canary');
  } finally {
    await setFsync('on');
    await admin.end();
  }
});

test('a reader cannot write', async () => {
  const reader = openStoreReader(await postgresUrl());
  const refused = await failureOf(set(reader, 1));
  expect(isStoreFailure(refused)).toBe(true);
  await reader.destroy();
});

test('a lost connection fails as the store, and works again once the database is back', async () => {
  const way = await cutWay(await postgresUrl());
  const db = await openStore(way.url);
  await set(db, 1);
  const cutInside = await failureOf(
    db.transaction().execute(async (trx) => {
      await set(trx, 2);
      way.cut(true);
      await set(trx, 3);
    }),
  );
  expect([isStoreFailure(cutInside), storeCode(cutInside)]).toEqual([true, 'POSTGRES_LOST']);
  expect(isStoreFailure(await failureOf(set(db, 4)))).toBe(true);
  way.cut(false);
  await expect.poll(() => failureOf(set(db, 5)), { timeout: 5000 }).not.toBeInstanceOf(Error);
  const { value } = await db.selectFrom('counters').select('value').executeTakeFirstOrThrow();
  expect(value).toBe(5);
  const again = db.insertInto('counters').values({ name: 'a', value: 6 }).execute();
  const twice = await failureOf(again);
  expect(isAlreadyStored(storeCode(twice) ?? '')).toBe(true);
  await db.destroy();
  way.close();
});

test('of processes with connections of their own that take over at the same moment, one leads', async () => {
  const url = await postgresUrl();
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(url)));
  const onError = (error: unknown) => {
    throw error;
  };
  const parts = { clock: REAL_CLOCK, isAlone: false, onError };
  const all = stores.map((db) => createProcesses({ db, ...parts }));
  await Promise.all(all.map((each) => each.renew()));
  expect(all.filter((each) => each.leads())).toHaveLength(1);
  await Promise.all(stores.map((db) => db.destroy()));
});

test('what changed is heard by other processes, and after each new connection anything may have', async () => {
  const url = await postgresUrl();
  const way = await cutWay(url);
  const heard: Record<'one' | 'other', unknown[]> = { one: [], other: [] };
  const one = createPostgresSignal(url, REAL_CLOCK, (topics) => heard.one.push(topics));
  let sent = 0;
  const clock = {
    after: (ms: number, run: () => void) =>
      REAL_CLOCK.after(ms, () => {
        run();
        if (ms === TOGETHER_MS) sent += 1;
      }),
  };
  const other = createPostgresSignal(way.url, clock, (topics) => heard.other.push(topics));
  const both = () => [heard.one.length, heard.other.length];
  await expect.poll(both, { timeout: 5000 }).toEqual([1, 1]);
  one.send({ batches: null, batch: ['a'] });
  one.send({ batch: ['b'], jobs: null });
  const changed = { batches: null, batch: ['a', 'b'], jobs: null };
  await expect.poll(() => heard.other.at(-1), { timeout: 5000 }).toEqual(changed);
  one.send({ batch: Array.from({ length: 1000 }, (_each, at) => `batch ${at}`) });
  await expect.poll(() => heard.other.at(-1), { timeout: 5000 }).toBeNull();
  const before = heard.other.length;
  way.cut(true);
  one.send({ jobs: null });
  other.send({ reports: null });
  await expect.poll(() => sent).toBe(1);
  way.cut(false);
  await expect.poll(() => heard.other.slice(before), { timeout: 5000 }).toContain(null);
  // What the other could not say was that reports changed. Nobody hears itself.
  await expect.poll(() => heard.one, { timeout: 5000 }).toEqual([null, null]);
  await one.close();
  await other.close();
  way.close();
});
