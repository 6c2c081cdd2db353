import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite, type Migrations } from '../store/dialect/sqlite.ts';
import { appendAudit } from '../operations/audit/chain.ts';
import { NOBODY_ASKED } from '../operations/audit/sign-ins.ts';
import { verifyChain } from '../operations/audit/verify.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';
import type { Store } from '../store/schema/schema.ts';

/** Tables whose rows have moved. */
const REPLACED = new Map([['place_reads', 'fleet_reads']]);
/** Runs that read places, which no longer exist: their places are kept. */
const GONE = new Set(['gatherings']);

const NAMES = Object.keys(MIGRATIONS).toSorted();

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

/** The schema after a step. */
function upTo(name: string): Migrations {
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([each]) => each <= name));
}

async function tablesOf(db: Kysely<Store>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%'`.execute(db);
  return rows.map(({ name }) => name);
}

/** A row of every table except those with special constraints: texts are empty JSON lists, numbers 1. */
async function fill(db: Kysely<Store>): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await tablesOf(db)) {
    if (table === 'audit_log' || table === 'counters') continue;
    const { rows } = await sql<Column>`select * from pragma_table_info(${table})`.execute(db);
    const needed = rows.filter((column) => column.notnull === 1 && column.dflt_value === null);
    const names = sql.join(needed.map(({ name }) => sql.ref(name)));
    const values = sql.join(needed.map(({ type }) => sql.lit(/text/i.test(type) ? '[]' : 1)));
    await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db);
    filled.push(table);
  }
  return filled;
}

async function record(db: Kysely<Store>): Promise<void> {
  const entry = { ...NOBODY_ASKED, operator: null, sessionHash: null } as const;
  await db
    .transaction()
    .execute((trx) =>
      appendAudit(trx, { ...entry, action: 'settings-changed', outcome: 'done' }, 1),
    );
}

test.each(NAMES)('a store as of %s is migrated and loses nothing', async (name) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'upgrade-')), 'console.db');
  const old = await openSqlite<Store>(file, upTo(name));
  const filled = await fill(old);
  const hasLog = (await tablesOf(old)).includes('audit_log');
  if (hasLog) await record(old);
  await old.destroy();

  const db = await openSqlite<Store>(file, MIGRATIONS);
  for (const before of filled) {
    const table = REPLACED.get(before) ?? before;
    if (GONE.has(before)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db);
    expect([table, rows.length > 0]).toEqual([table, true]);
  }
  await record(db);
  expect(await verifyChain(db, [])).toMatchObject({ holds: true, rows: hasLog ? 2 : 1 });
  await db.destroy();

  if (name === NAMES.at(-1)) return;
  await expect(openSqlite<Store>(file, upTo(name))).rejects.toThrow(
    `its schema has ${NAMES.at(-1) ?? ''}, which this version does not know`,
  );
});

test('search texts of older rows lose their ids', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'upgrade-')), 'console.db');
  const old = await openSqlite<Store>(file, upTo('092-bulk-notes'));
  await fill(old);
  await old.updateTable('entities').set({ id: 'ab-0', search: 'van 1 ab-0 ev' }).execute();
  await old.destroy();
  const db = await openSqlite<Store>(file, MIGRATIONS);
  const row = await db.selectFrom('entities').select('search').executeTakeFirstOrThrow();
  expect(row.search.split(/\s+/)).toEqual(['van', '1', 'ev']);
  await db.destroy();
});

test('overridden findings with the old name of the dispatch id are still read', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'upgrade-')), 'console.db');
  const old = await openSqlite<Store>(file, upTo('081-membership-news'));
  await fill(old);
  const stored = { findings: [{ kind: 'unresolved', intentId: 'a', operatorName: 'Ada' }] };
  await old
    .updateTable('intents')
    .set({ overridden: JSON.stringify(stored) })
    .execute();
  await old.destroy();
  const db = await openSqlite<Store>(file, MIGRATIONS);
  const row = await db.selectFrom('intents').select('overridden').executeTakeFirstOrThrow();
  expect(row.overridden).toContain('"dispatchId":"a"');
  await db.destroy();
});

test('the time of the last read of Offboarding Requests outlives its counter', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'upgrade-')), 'console.db');
  const old = await openSqlite<Store>(file, upTo('099-report-reads'));
  await old.insertInto('counters').values({ name: 'offboarding-read', value: 1234 }).execute();
  await old.destroy();
  const db = await openSqlite<Store>(file, MIGRATIONS);
  const read = await db.selectFrom('fleet_reads').selectAll().executeTakeFirst();
  expect(read).toMatchObject({ entity_id: '', resource: 'offboarding', read_at: 1234, tries: 0 });
  expect(
    await db.selectFrom('counters').where('name', '=', 'offboarding-read').selectAll().execute(),
  ).toEqual([]);
  await db.destroy();
});
