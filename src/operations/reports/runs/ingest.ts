import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { ReportThresholds } from '../../../contract/console/report-definition.ts';
import type { Exclusion } from '../../../contract/console/report-exceptions.ts';
import { microsOfNumber } from '../../../domain/reports/exact.ts';
import { findingsOf } from '../../../domain/reports/findings.ts';
import { readSession } from '../../../domain/reports/report-session.ts';
import { zoneOfSession } from '../../../domain/reports/site-zone.ts';
import { sliceSession, type Slicing } from '../../../domain/reports/slices.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type {
  ReportEntityRow,
  ReportSessionRow,
  ReportSliceRow,
} from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { addToRollups, removeFromRollups } from './rollups.ts';
import { finishEntity } from './finish-entity.ts';
import { insertRows } from './insert-rows.ts';
import type { IdDictionary } from './id-dictionary.ts';
import { SESSION_COLUMNS, SLICE_COLUMNS, sessionRow, sliceRows } from './session-rows.ts';
import { storeFindings, type EntityFinding } from './store-findings.ts';

/** How the sessions of a run are cut and judged. */
export interface RunRules extends Slicing {
  thresholds: ReportThresholds;
  /** How a session of a zone is cut, where each goes by the clock of its place; null: all alike. */
  bySite: ((zone: string | null) => Slicing) | null;
}

/** One page of an Entity's sessions as the Service answered it. */
export interface SessionPage {
  sessions: readonly ChargeSession[];
  /** Null: it was the last one. */
  nextToken: string | null;
}

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no'>;

/** The sessions of a page that are not stored yet; one that is listed twice counts once. */
async function newSessions(
  trx: Kysely<Store>,
  { run_no, entity_no, sessions: stored }: ReportEntityRow,
  sessions: readonly ChargeSession[],
): Promise<ChargeSession[]> {
  const byId = new Map<string, ChargeSession>();
  for (const session of sessions) if (!byId.has(session.id)) byId.set(session.id, session);
  if (byId.size === 0 || stored === 0) return [...byId.values()];
  const known = await trx
    .selectFrom('report_sessions')
    .where('run_no', '=', run_no)
    .where('entity_no', '=', entity_no)
    .where('session_id', 'in', [...byId.keys()])
    .select('session_id')
    .execute();
  for (const { session_id: id } of known) byId.delete(id);
  return [...byId.values()];
}

/** Rows of what is new of a page, and what is odd about it. */
interface Prepared {
  rows: ReportSessionRow[];
  slices: ReportSliceRow[];
  findings: EntityFinding[];
  excluded: Exclusion[];
}

async function prepare(
  trx: Kysely<Store>,
  { run_no, entity_no, sessions: stored }: ReportEntityRow,
  rules: RunRules,
  fresh: readonly ChargeSession[],
  ids: IdDictionary,
): Promise<Prepared> {
  const made: Prepared = { rows: [], slices: [], findings: [], excluded: [] };
  for (const [at, answered] of fresh.entries()) {
    const zone = rules.bySite === null ? null : zoneOfSession(answered);
    const slicing = rules.bySite?.(zone) ?? rules;
    const session = readSession(answered);
    const sliced = sliceSession(session, slicing);
    const sessionNo = stored + 1 + at;
    const { accuracy, ...place } = session.place;
    const micros = accuracy === null ? null : microsOfNumber(accuracy);
    const unit_no = await ids.unit(trx, session.unit);
    const seen = micros === null ? null : Number(micros);
    const place_no = await ids.place(trx, run_no, { ...place, zone }, seen);
    const key = { run_no, entity_no, session_no: sessionNo, unit_no, place_no };
    const placed = { session, sliced, key };
    const hash = createHash('sha256').update(canonicalJson(answered)).digest('base64url');
    made.rows.push(sessionRow(placed, hash));
    made.slices.push(...sliceRows(placed));
    for (const finding of findingsOf(session, sliced, slicing.period, rules.thresholds)) {
      made.findings.push({ ...finding, sessionNo });
    }
    if (sliced.excluded !== null) made.excluded.push(sliced.excluded);
  }
  return made;
}

/**
 * Stores one page of an Entity's sessions, its place in the list and what it adds to every sum. To be
 * called inside one transaction: after a crash nothing is missing and nothing counts twice.
 * @param entity as it was when the page was asked for
 * @param ids are to forget what they know where the transaction is not committed
 * @param now milliseconds since the epoch
 * @returns false where the Entity has moved on since, and nothing was stored
 */
export async function storePage(
  trx: Kysely<Store>,
  entity: ReportEntityRow,
  rules: RunRules,
  page: SessionPage,
  ids: IdDictionary,
  now: number,
): Promise<boolean> {
  const { run_no, entity_no } = entity;
  const fresh = await newSessions(trx, entity, page.sessions);
  const duplicates = entity.duplicates + page.sessions.length - fresh.length;
  const { numUpdatedRows } = await trx
    .updateTable('report_entities')
    .where('run_no', '=', run_no)
    .where('entity_no', '=', entity_no)
    .where('state', '=', 'waiting')
    .where('pages', '=', entity.pages)
    .where('restarts', '=', entity.restarts)
    .set({
      pages: entity.pages + 1,
      sessions: entity.sessions + fresh.length,
      duplicates,
      token: page.nextToken,
      changed_at: now,
      error: null,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const { rows, slices, findings, excluded } = await prepare(trx, entity, rules, fresh, ids);
  await insertRows(trx, 'report_sessions', SESSION_COLUMNS, rows);
  await insertRows(trx, 'report_slices', SLICE_COLUMNS, slices);
  if (page.nextToken === null && duplicates > 0) {
    findings.push({ kind: 'duplicates', sessionNo: 0, detail: `${duplicates} listed again` });
  }
  await storeFindings(trx, entity, findings, excluded);
  if (rows.length > 0) {
    const last = entity.sessions + rows.length;
    const first = entity.sessions + 1;
    await addToRollups(trx, { runNo: run_no, entityNo: entity_no, first, last });
  }
  if (page.nextToken === null) await finishEntity(trx, entity, now);
  return true;
}

/**
 * Forgets what was read of an Entity, so that its reading starts over.
 * @param now milliseconds since the epoch
 */
export function restartEntity(db: Kysely<Store>, entity: EntityKey, now: number): Promise<void> {
  const { run_no, entity_no } = entity;
  return db.transaction().execute(async (trx) => {
    await removeFromRollups(trx, run_no, entity_no);
    for (const table of [
      'report_slices',
      'report_sessions',
      'report_findings',
      'report_finding_counts',
    ] as const) {
      await trx
        .deleteFrom(table)
        .where('run_no', '=', run_no)
        .where('entity_no', '=', entity_no)
        .execute();
    }
    await trx
      .updateTable('report_entities')
      .where('run_no', '=', run_no)
      .where('entity_no', '=', entity_no)
      .set((row) => ({
        token: null,
        pages: 0,
        sessions: 0,
        duplicates: 0,
        restarts: row('restarts', '+', 1),
        hash: null,
        changed_at: now,
      }))
      .execute();
  });
}
