import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // 0: settled, and its record is kept; 1: its record is due; 2: open again after it was kept.
  'alter table intents add column unsettled integer default 0 not null',
  `update intents set unsettled = 2 where exists (
    select 1 from commands where dispatch_id = intents.id and settled = 0)`,
  `update intents set unsettled = 1 where id in (
    select dispatch_id from dispatch_due where work = 'record')`,
  `delete from dispatch_due where work = 'record'`,
  'create index intents_unsettled on intents (collective_id, unsettled) where unsettled > 0',
  // Which types these have is not asked any more.
  'drop index commands_running',
  'create index commands_running on commands (dispatch_id, next_poll_at) where settled = 0',
];

/** A dispatch that may have open Commands is found by its Collective, whatever else is under way. */
export async function unsettled(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
