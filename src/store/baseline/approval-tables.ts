import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table approvals (
    dispatch_id text not null, state text not null, requested_at bigint not null,
    expires_at bigint not null, decided_at bigint, operator_id text, operator_name text,
    remark text, primary key (dispatch_id))`,
  `create index approvals_by_state on approvals (state, expires_at)`,
  `create table approval_rules (
    position bigint not null, collective_id text, type text, primary key (position))`,
];

/** Adds the tables of approvals. */
export async function approvalTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
