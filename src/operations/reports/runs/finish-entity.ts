import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no'>;

/** Sessions that are hashed at once. */
const CHUNK = 5000;

/** Adds a session to the hash of an Entity, in the order of their ids. */
const line = (id: string, hash: string) => `${id} ${hash}\n`;

/** Hash over the ids and contents of all sessions of an Entity, in the order of their ids. */
export function hashOfAll(sessions: readonly { id: string; hash: string }[]): string {
  const hash = createHash('sha256');
  for (const one of sessions) hash.update(line(one.id, one.hash));
  return hash.digest('hex');
}

/** The same over stored sessions. */
async function hashOfStored(trx: Kysely<Store>, { run_no, entity_no }: EntityKey) {
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
    for (const row of rows) hash.update(line(row.session_id, row.hash));
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return hash.digest('hex');
    after = last.session_id;
  }
}

/**
 * Ends an Entity whose sessions were taken over in several pages: finds its overlaps, as `overlapsOf` does.
 * @returns the hash over its sessions
 */
export async function finishEntity(trx: Kysely<Store>, entity: EntityKey): Promise<string> {
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
  return hashOfStored(trx, entity);
}
