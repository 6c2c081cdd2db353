import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** Tables whose rows are evidence: they are added and never changed or removed. */
const APPEND_ONLY = ['audit_log', 'seals', 'command_observations'] as const;

async function forSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of APPEND_ONLY) {
    for (const act of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`${table}_no_${act}`)} before ${sql.raw(act)} on ${sql.table(table)}
        begin select raise(abort, ${sql.lit(`rows of ${table} are only added`)}); end`.execute(db);
    }
  }
  await sql`create trigger audit_head_only_grows before update on counters
    when old.name = 'audit' and (new.name <> old.name or new.value < old.value)
    begin select raise(abort, 'the head of the audit log only grows'); end`.execute(db);
  await sql`create trigger audit_head_stays before delete on counters when old.name = 'audit'
    begin select raise(abort, 'the head of the audit log only grows'); end`.execute(db);
}

async function forPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'rows of % are only added', tg_table_name; end $$`.execute(db);
  for (const table of APPEND_ONLY) {
    await sql`create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate
      on ${sql.table(table)} for each statement execute function refuse_change()`.execute(db);
  }
  await sql`create trigger audit_head_only_grows before update on counters for each row
    when (old.name = 'audit' and (new.name <> old.name or new.value < old.value))
    execute function refuse_change()`.execute(db);
  await sql`create trigger audit_head_stays before delete on counters for each row
    when (old.name = 'audit') execute function refuse_change()`.execute(db);
}

/** Has the database itself refuse to change or remove a row of the tables that are evidence. */
export async function appendOnly(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (postgres ? forPostgres(db) : forSqlite(db));
}
