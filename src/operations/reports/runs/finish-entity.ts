import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { pairFinder } from '../../../domain/session-findings.ts';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { storeFindings, type EntityFinding } from './store-findings.ts';

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no' | 'type'>;

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

/** The findings of pairs among the stored sessions of an Entity, which are numbered in the order of their starts. */
async function pairsOfStored(trx: Kysely<Store>, { run_no, entity_no, type }: EntityKey) {
  const pairsOf = pairFinder(type);
  const found: EntityFinding[] = [];
  const big = (value: number | null) => (value === null ? null : BigInt(value));
  for (let after = 0; ;) {
    const rows = await trx
      .selectFrom('report_sessions')
      .where('run_no', '=', run_no)
      .where('entity_no', '=', entity_no)
      .where('session_no', '>', after)
      .orderBy('session_no')
      .limit(CHUNK)
      .select(['session_no', 'session_id', 'unit_no', 'start_ms', 'end_ms'])
      .select(['energy', 'soc_start', 'soc_end'])
      .execute();
    for (const row of rows) {
      const pairs = pairsOf({
        id: row.session_id,
        startMs: row.start_ms,
        endMs: row.end_ms,
        unit: String(row.unit_no),
        energy: big(row.energy),
        socStart: big(row.soc_start),
        socEnd: big(row.soc_end),
      });
      for (const pair of pairs) found.push({ ...pair, sessionNo: row.session_no });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return found;
    after = last.session_no;
  }
}

/**
 * Ends an Entity whose sessions were taken over in several pages: finds its pairs, as `prepareSessions` does.
 * @returns the hash over its sessions
 */
export async function finishEntity(trx: Kysely<Store>, entity: EntityKey): Promise<string> {
  const findings = await pairsOfStored(trx, entity);
  await storeFindings(trx, entity.run_no, [{ entityNo: entity.entity_no, findings, excluded: [] }]);
  return hashOfStored(trx, entity);
}
