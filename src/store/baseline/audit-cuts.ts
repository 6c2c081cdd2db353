import { PostgresAdapter, sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // The rows of one act are found by its request, or by its dispatch.
  'create index audit_log_by_request on audit_log (request_id)',
  'create index audit_log_by_intent on audit_log (intent_id) where intent_id is not null',
  // Who asked for an offboarding.
  `create index audit_log_of_change on audit_log (target) where action = 'change'`,
  'create index job_items_of_request on job_items (request_id) where request_id is not null',
  // The last row before the first that is left.
  `create table audit_cuts (
    sequence bigint not null, hash text not null, cut_at bigint not null, primary key (sequence))`,
];

const REFUSAL = 'rows of audit_log are only added';
const CUTS_REFUSAL = 'rows of audit_cuts are only added';

const CHANGES_REFUSAL = 'rows of command_changes are only added';

const ON_SQLITE = [
  // What a Command was goes with it, never before.
  'drop trigger command_changes_no_delete',
  `create trigger command_changes_no_delete before delete on command_changes
    when exists (select 1 from commands where key = old.command_key)
    begin select raise(abort, '${CHANGES_REFUSAL}'); end`,
  'drop trigger audit_log_no_delete',
  `create trigger audit_log_no_delete before delete on audit_log
    when old.sequence > coalesce((select max(sequence) from audit_cuts), 0)
    begin select raise(abort, '${REFUSAL}'); end`,
  ...['update', 'delete'].map(
    (act) => `create trigger audit_cuts_no_${act} before ${act} on audit_cuts
    begin select raise(abort, '${CUTS_REFUSAL}'); end`,
  ),
  `create trigger audit_cuts_no_replace before insert on audit_cuts
    when exists (select 1 from audit_cuts as kept
      where kept.sequence >= new.sequence or kept.rowid = new.rowid)
    begin select raise(abort, '${CUTS_REFUSAL}'); end`,
];

const ON_POSTGRES = [
  'drop trigger command_changes_append_only on command_changes',
  `create trigger command_changes_append_only before update or truncate on command_changes
    for each statement execute function refuse_change('${CHANGES_REFUSAL}')`,
  `create function refuse_while_held() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from commands where key = old.command_key) then
        raise exception '%', tg_argv[0];
      end if;
      return old;
    end $$`,
  `create trigger command_changes_no_delete before delete on command_changes
    for each row execute function refuse_while_held('${CHANGES_REFUSAL}')`,
  'drop trigger audit_log_append_only on audit_log',
  `create trigger audit_log_append_only before update or truncate on audit_log
    for each statement execute function refuse_change('${REFUSAL}')`,
  `create function refuse_uncut() returns trigger language plpgsql as
    $$ begin
      if old.sequence > coalesce((select max(sequence) from audit_cuts), 0) then
        raise exception '%', tg_argv[0];
      end if;
      return old;
    end $$`,
  `create trigger audit_log_no_delete before delete on audit_log
    for each row execute function refuse_uncut('${REFUSAL}')`,
  `create trigger audit_cuts_append_only before update or delete or truncate on audit_cuts
    for each statement execute function refuse_change('${CUTS_REFUSAL}')`,
];

/**
 * Reads the log by act, and lets its oldest rows go: the hash of the last of them is kept first, so the rest of the
 * chain can still be verified.
 */
export async function auditCuts(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...STATEMENTS, ...(isPostgres ? ON_POSTGRES : ON_SQLITE)]) {
    await sql.raw(statement).execute(db);
  }
}
