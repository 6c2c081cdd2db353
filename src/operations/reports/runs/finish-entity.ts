import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no'>;

/** Sessions hashed in one go. */
const CHUNK = 5000;

/** Hash over the ids and contents of all sessions of an Entity, whatever the order they came in. */
async function hashOfSessions(trx: Kysely<Store>, { run_no, entity_no }: EntityKey) {
  const hash = createHash('sha256');
  let after = '';
  for (;;) {
    const rows = await trx
      .selectFrom('report_sessions')
      .where('run_no', '=', run_no)
      .where('entity_no', '=', entity_no)
      .where('session_id', '>', after)
      .orderBy('session_id')
      .limit(CHUNK)
      .select(['session_id', 'hash'])
      .execute();
    for (const row of rows) hash.update(`${row.session_id} ${row.hash}\n`);
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return hash.digest('hex');
    after = last.session_id;
  }
}

/**
 * Ends the reading of an Entity: finds its overlaps, counts what was listed twice, and seals its sessions
 * with a hash. The overlaps are those of `overlapsOf`, found by the database.
 * @param now milliseconds since the epoch
 */
export async function finishEntity(
  trx: Kysely<Store>,
  entity: EntityKey,
  now: number,
): Promise<void> {
  const { run_no, entity_no } = entity;
  await sql`insert into report_findings (run_no, kind, entity_no, session_no, detail)
    select run_no, 'overlap', entity_no, session_no, null from (
      select run_no, entity_no, session_no, start_ms, max(end_ms) over (
        order by start_ms, session_id rows between unbounded preceding and 1 preceding
      ) as latest
      from report_sessions
      where run_no = ${run_no} and entity_no = ${entity_no} and end_ms >= start_ms
    ) as spans where start_ms < latest`.execute(trx);
  await sql`insert into report_finding_counts (run_no, kind, entity_no, count)
    select run_no, kind, entity_no, count(*) from report_findings
    where run_no = ${run_no} and entity_no = ${entity_no} and kind = 'overlap'
    group by run_no, kind, entity_no`.execute(trx);
  const hash = await hashOfSessions(trx, entity);
  await trx
    .updateTable('report_entities')
    .where('run_no', '=', run_no)
    .where('entity_no', '=', entity_no)
    .set({ state: 'done', hash, token: null, changed_at: now })
    .execute();
}
