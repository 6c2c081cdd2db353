import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** A step of statements that SQLite and PostgreSQL both take, but for the type of bytes. */
const step = (...statements: string[]) => ({
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
    for (const statement of statements) {
      await sql.raw(statement.replace('any_bytes', bytes)).execute(db);
    }
  },
});

/** An Entity that one answer named: which dispatch that was, so that it does not count twice. */
const NAMED_BY = `coalesce((
    select min(c.dispatch_id) from commands c join intents i on i.id = c.dispatch_id
    where i.collective_id = s.collective_id and c.entity_id = s.entity_id), s.source)`;

const IS_MEMBER = `exists (select 1 from memberships m
    where m.collective_id = s.collective_id and m.entity_id = s.entity_id)`;

/** Adds the tables of approvals. */
export const approvalTables = step(
  `create table approvals (
    dispatch_id text not null, state text not null, requested_at bigint not null,
    expires_at bigint not null, decided_at bigint, operator_id text, operator_name text,
    remark text, primary key (dispatch_id))`,
  `create index approvals_by_state on approvals (state, expires_at)`,
  `create table approval_rules (
    position bigint not null, collective_id text, type text, primary key (position))`,
);

/** Requested reads no longer take turns by who asked for them. */
export const readOrder = step(
  'drop index fleet_reads_by_turn',
  'drop index fleet_reads_by_asker',
  'alter table fleet_reads drop column turn',
  'alter table fleet_reads drop column asked_by',
);

/** One process reads, and knows what it has taken. What is left to do for dispatches is named as it is now. */
export const noClaims = step(
  'alter table fleet_reads drop column claimed_until',
  `update dispatch_due set work = 'pictures' where work = 'facts'`,
);

/** A dispatch that may have open Commands is found by its Collective, whatever else is under way. */
export const unsettled = step(
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
);

/** Adds the tables of reports that are addresses. */
export const reportTables = step(
  `create table report_definitions (
    id text not null, name text not null, search text not null, saved_at bigint not null,
    operator_id text not null, operator_name text not null, primary key (id))`,
  `create table tariffs (
    id text not null, version integer not null, content text not null, hidden integer not null,
    saved_at bigint not null, operator_id text not null, operator_name text not null,
    primary key (id, version))`,
  `create table session_decisions (
    entity_id text not null, session_id text not null, kind text not null, reason text not null,
    decided_at bigint not null, operator_id text not null, operator_name text not null,
    primary key (entity_id, session_id))`,
  `create table sealed_reports (
    id text not null, name text, search text not null, manifest text not null, hash text not null,
    totals text not null, sessions integer not null, parts_id text not null,
    parts integer not null,
    sealed_at bigint not null, operator_id text not null, operator_name text not null,
    primary key (id))`,
  `create index sealed_reports_by_time on sealed_reports (sealed_at, id)`,
  `create table sealed_report_parts (
    parts_id text not null, part_no integer not null, stored_at bigint not null,
    content any_bytes not null, primary key (parts_id, part_no))`,
);

/** Reports read what they count of a session from a column of its own. */
export const sessionFacts = step('alter table fleet_sessions add column facts text');

/**
 * The directory has a source per record instead of one per field, and one table of what a person decides about
 * members. Nothing has read conflicts and the journal of imports any more.
 */
export const directoryRecords = step(
  ...['collectives', 'entities'].flatMap((table) => [
    `alter table ${table} add column edited integer default 0 not null`,
    `update ${table} set edited = 1
        where origins like '%:"typed"%' or origins like '%:"import"%'`,
    `alter table ${table} drop column origins`,
  ]),
  'alter table collectives add column properties text',
  'alter table collectives add column properties_at bigint',
  `update collectives set
      properties = (select p.properties from collective_properties p where p.collective_id = id),
      properties_at = (select p.told_at from collective_properties p where p.collective_id = id)`,
  `create table membership_questions (
      collective_id text not null, entity_id text not null, state text not null,
      told_by text not null, told_at bigint not null,
      primary key (collective_id, entity_id))`,
  `insert into membership_questions
      select s.collective_id, s.entity_id,
        case s.state when 'pending' then 'named' else 'out' end, ${NAMED_BY}, s.last_seen_at
      from membership_sightings s
      where not ${IS_MEMBER}`,
  `insert into membership_questions
      select s.collective_id, s.entity_id, 'missing', 'answer:delete-member', s.told_at
      from membership_leavings s
      where ${IS_MEMBER}`,
  'drop table membership_sightings',
  'drop table membership_leavings',
  'drop table directory_conflicts',
  'drop table directory_import_rows',
  'drop table directory_imports',
  'drop table collective_properties',
  'alter table directory_seeds rename to directory_imports',
);

/** Sealed reports have a last day, and the hash of the request that sealed them. */
export const keptUntil = step(
  ...['asked', 'kept_until', 'kept_zone'].map(
    (column) => `alter table sealed_reports add column ${column} text`,
  ),
);

/** The index of the open Commands of an Entity without their types, which made it a quarter larger. */
export const narrowOpen = step(
  // An Entity has few open Commands: their types are read from the rows.
  'drop index commands_open',
  'create index commands_open on commands (entity_id) where settled = 0',
);

const firstOf = (column: string) => `${column} = (select first.${column} from commands first
    where first.dispatch_id = commands.dispatch_id and first.entity_id = commands.entity_id
      and first.item = 0)`;

/** Each Command of a known member has its name and type at the send; until now only the first one had. */
export const commandNames = step(
  `update commands set ${firstOf('name')}, ${firstOf('entity_type')}
    where dispatch_id is not null and item > 0 and member = 1`,
);
