import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** Tables whose rows are evidence: rows are added and never changed or removed. */
const APPEND_ONLY = ['audit_log', 'command_changes'] as const;

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
    $$ begin raise exception '%', tg_argv[0]; end $$`.execute(db);
  for (const table of APPEND_ONLY) {
    await sql`create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate
      on ${sql.table(table)} for each statement
      execute function refuse_change(${sql.lit(`rows of ${table} are only added`)})`.execute(db);
  }
  await sql`create trigger audit_head_only_grows before update on counters for each row
    when (old.name = 'audit' and (new.name <> old.name or new.value < old.value))
    execute function refuse_change('the head of the audit log only grows')`.execute(db);
  await sql`create trigger audit_head_stays before delete on counters for each row
    when (old.name = 'audit') execute function refuse_change('the head of the audit log only grows')`.execute(
    db,
  );
}

/**
 * The condition under which a row would replace another. SQLite also replaces by rowid, and fires
 * no trigger for the replaced row.
 */
function replaces(table: string, key: readonly string[]) {
  const same = key.map((column) => `kept.${column} = new.${column}`).join(' and ');
  return sql.raw(
    `exists (select 1 from ${table} as kept where (${same}) or kept.rowid = new.rowid)`,
  );
}

/** Makes SQLite refuse INSERT OR REPLACE on evidence too. PostgreSQL has no such statement. */
async function noReplacing(db: Kysely<unknown>): Promise<void> {
  const keys = {
    audit_log: ['sequence'],
    command_changes: ['command_key', 'sequence'],
  } as const satisfies Record<(typeof APPEND_ONLY)[number], readonly string[]>;
  for (const table of APPEND_ONLY) {
    await sql`create trigger ${sql.raw(`${table}_no_replace`)} before insert on ${sql.table(table)}
      when ${replaces(table, keys[table])}
      begin select raise(abort, ${sql.lit(`rows of ${table} are only added`)}); end`.execute(db);
  }
  // A replacement of the head by its name, or by its rowid.
  await sql`create trigger audit_head_no_replace before insert on counters
    when exists (select 1 from counters as kept where kept.name = 'audit'
      and (new.name = 'audit' or kept.rowid = new.rowid))
    begin select raise(abort, 'the head of the audit log only grows'); end`.execute(db);
  await sql`create trigger audit_head_not_taken before update on counters
    when old.name <> 'audit' and (new.name = 'audit' or exists (select 1 from counters as kept
      where kept.name = 'audit' and kept.rowid = new.rowid))
    begin select raise(abort, 'the head of the audit log only grows'); end`.execute(db);
}

/** Makes the database itself refuse to change, remove or replace rows of the evidence tables. */
export async function appendOnly(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return forPostgres(db);
  await forSqlite(db);
  return noReplacing(db);
}
