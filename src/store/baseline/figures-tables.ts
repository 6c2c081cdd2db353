import { PostgresAdapter, sql, type Kysely } from 'kysely';

const statements = (bytes: string) => [
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
    content ${bytes} not null, primary key (parts_id, part_no))`,
];

/** Adds the tables of reports that are addresses. */
export async function figuresTables(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of statements(isPostgres ? 'bytea' : 'blob')) {
    await sql.raw(statement).execute(db);
  }
}
