import { sql, type Kysely } from 'kysely';
import { isPostgresUrl, openStore } from '../open-store.ts';
import type { Store } from '../schema/schema.ts';
import { ON_POSTGRES } from './postgres-store.ts';

/** Removes what keeps evidence from being changed, as anybody with full access to the database can. */
export async function unprotect(db: Kysely<Store>): Promise<void> {
  if (ON_POSTGRES) {
    for (const table of ['audit_log', 'counters', 'command_changes']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    }
    return;
  }
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'trigger'`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
}

/**
 * Makes a running console's store refuse writes to a table, like a full disk.
 * @param address as `openStore` takes it
 * @returns lets it take them again
 */
export async function refuseWrites(
  address: string,
  act: 'insert' | 'update',
  table: 'intents',
): Promise<() => Promise<void>> {
  const db = await openStore(address);
  const run = (statement: string) => sql.raw(statement).execute(db);
  const isPostgres = isPostgresUrl(address);
  if (isPostgres) {
    await run(`create or replace function is_full() returns trigger language plpgsql as
      $$ begin raise exception 'disk full'; end $$`);
  }
  const body = isPostgres
    ? 'for each row execute function is_full()'
    : `begin select raise(fail, 'disk full'); end`;
  await run(`create trigger is_full before ${act} on ${table} ${body}`);
  return async () => {
    await run(`drop trigger is_full ${isPostgres ? `on ${table}` : ''}`);
    await db.destroy();
  };
}
