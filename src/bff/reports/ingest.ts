import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../contract/charge-session.ts';
import type { ReportThresholds } from '../../contract/console/report-definition.ts';
import type { Exclusion, ReportFinding } from '../../contract/console/report-exceptions.ts';
import { microsOfNumber, type Micros } from '../../domain/reports/exact.ts';
import { findingsOf, type Finding } from '../../domain/reports/findings.ts';
import { readSession, type ReportSession } from '../../domain/reports/report-session.ts';
import { sliceSession, type Sliced, type Slicing } from '../../domain/reports/slices.ts';
import { monthNumber } from '../../domain/reports/zone-calendar.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { ReportEntityRow, ReportSessionRow, ReportSliceRow } from '../store/report-schema.ts';
import type { Store } from '../store/schema.ts';
import { addToCells, takeOffCells } from './cells.ts';
import { finishEntity } from './finish-entity.ts';
import { placeNumber, unitNumber, type PlaceKey } from './numbers.ts';

/** How the sessions of a run are cut and judged. */
export interface RunRules extends Slicing {
  thresholds: ReportThresholds;
}

/** One page of an Entity's sessions as the Service answered it. */
export interface SessionPage {
  sessions: readonly ChargeSession[];
  /** Null: it was the last one. */
  nextToken: string | null;
}

/** Rows in one statement; each has up to twenty values. */
const ROWS = 200;

const whole = (micros: Micros | null): number | null => (micros === null ? null : Number(micros));

async function inRows<T>(rows: readonly T[], insert: (some: T[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += ROWS) await insert(rows.slice(at, at + ROWS));
}

const sumOf = (sliced: Sliced, of: (slice: Sliced['slices'][number]) => Micros | null) => {
  const parts = sliced.slices.map(of).filter((part) => part !== null);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0n);
};

/** A session with the place and number it gets in the store. */
interface Placed {
  session: ReportSession;
  sliced: Sliced;
  key: Pick<ReportSessionRow, 'run_no' | 'entity_no' | 'session_no' | 'unit_no' | 'place_no'>;
}

function rowOf({ session, sliced, key }: Placed, hash: string): ReportSessionRow {
  const [t1, t2, t3, t4] = session.registers;
  return {
    ...key,
    session_id: session.id,
    start_ms: session.startMs,
    end_ms: session.endMs,
    energy: whole(session.energy),
    t1: whole(t1),
    t2: whole(t2),
    t3: whole(t3),
    t4: whole(t4),
    cost: whole(sumOf(sliced, (slice) => slice.cost)),
    unpriced: Number(sumOf(sliced, (slice) => slice.unpriced) ?? 0n),
    power: whole(session.powerMw),
    soc_start: whole(session.socStart),
    soc_end: whole(session.socEnd),
    range_gain: whole(session.rangeGain),
    excluded: sliced.excluded,
    hash,
  };
}

function slicesOf({ sliced, key }: Placed): ReportSliceRow[] {
  return sliced.slices.map((slice) => {
    const [t1, t2, t3, t4] = slice.registers;
    return {
      ...key,
      hour_at: slice.place.hourAt,
      day: slice.place.day,
      hour: slice.place.hour,
      month: monthNumber(slice.place.day),
      energy: whole(slice.energy),
      t1: whole(t1),
      t2: whole(t2),
      t3: whole(t3),
      t4: whole(t4),
      cost: whole(slice.cost),
      unpriced: Number(slice.unpriced),
      duration_ms: slice.durationMs,
      counts: Number(slice.counts),
    };
  });
}

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no'>;

/** Stores findings of an Entity and counts them. */
export async function storeFindings(
  trx: Kysely<Store>,
  { run_no, entity_no }: EntityKey,
  findings: readonly { kind: ReportFinding; sessionNo: number; detail: string | null }[],
): Promise<void> {
  await inRows(findings, (rows) =>
    trx
      .insertInto('report_findings')
      .values(
        rows.map(({ kind, sessionNo, detail }) => ({
          run_no,
          entity_no,
          kind,
          session_no: sessionNo,
          detail,
        })),
      )
      .execute(),
  );
  await addCounts(
    trx,
    { run_no, entity_no },
    findings.map(({ kind }) => kind),
  );
}

/** Counts findings, and sessions that are in no total; the latter stand with the sessions themselves. */
async function addCounts(
  trx: Kysely<Store>,
  { run_no, entity_no }: EntityKey,
  kinds: readonly (ReportFinding | Exclusion)[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const [kind, count] of counts) {
    await trx
      .insertInto('report_finding_counts')
      .values({ run_no, entity_no, kind, count })
      .onConflict((conflict) =>
        conflict
          .columns(['run_no', 'kind', 'entity_no'])
          .doUpdateSet((row) => ({ count: row('report_finding_counts.count', '+', count) })),
      )
      .execute();
  }
}

/** Asks once for each argument; most sessions of a page have the same unit and place. */
function remembered<A extends readonly unknown[]>(ask: (...of: A) => Promise<number>) {
  const known = new Map<string, Promise<number>>();
  return (...of: A): Promise<number> => {
    const key = JSON.stringify(of);
    const number = known.get(key) ?? ask(...of);
    known.set(key, number);
    return number;
  };
}

/** The sessions of a page that are not stored yet; one that is listed twice counts once. */
async function newSessions(
  trx: Kysely<Store>,
  { run_no, entity_no }: EntityKey,
  sessions: readonly ChargeSession[],
): Promise<ChargeSession[]> {
  const byId = new Map<string, ChargeSession>();
  for (const session of sessions) if (!byId.has(session.id)) byId.set(session.id, session);
  if (byId.size === 0) return [];
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

/**
 * Stores one page of an Entity's sessions, its place in the list and what it adds to every sum, all in one
 * transaction: after a crash nothing is missing and nothing counts twice.
 * @param entity as it was when the page was asked for
 * @param now milliseconds since the epoch
 * @returns false where the Entity has moved on since, and nothing was stored
 */
export function ingestPage(
  db: Kysely<Store>,
  entity: ReportEntityRow,
  rules: RunRules,
  page: SessionPage,
  now: number,
): Promise<boolean> {
  const { run_no, entity_no } = entity;
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('report_entities')
      .where('run_no', '=', run_no)
      .where('entity_no', '=', entity_no)
      .where('state', '=', 'waiting')
      .where('pages', '=', entity.pages)
      .where('restarts', '=', entity.restarts)
      .set({ pages: entity.pages + 1, token: page.nextToken, changed_at: now, error: null })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;

    const fresh = await newSessions(trx, entity, page.sessions);
    const first = entity.sessions + 1;
    const unitNo = remembered((unit: string | null) => unitNumber(trx, unit));
    const placeNo = remembered((place: PlaceKey, accuracy: number | null) =>
      placeNumber(trx, run_no, place, accuracy === null ? null : whole(microsOfNumber(accuracy))),
    );
    const rows: ReportSessionRow[] = [];
    const slices: ReportSliceRow[] = [];
    const findings: (Finding & { sessionNo: number })[] = [];
    const excluded: Exclusion[] = [];
    for (const [at, answered] of fresh.entries()) {
      const session = readSession(answered);
      const sliced = sliceSession(session, rules);
      const { accuracy, ...place } = session.place;
      const placed = {
        session,
        sliced,
        key: {
          run_no,
          entity_no,
          session_no: first + at,
          unit_no: await unitNo(session.unit),
          place_no: await placeNo(place, accuracy),
        },
      };
      const hash = createHash('sha256').update(canonicalJson(answered)).digest('base64url');
      rows.push(rowOf(placed, hash));
      slices.push(...slicesOf(placed));
      const found = findingsOf(session, sliced, rules.period, rules.thresholds);
      findings.push(...found.map((finding) => ({ ...finding, sessionNo: first + at })));
      if (sliced.excluded !== null) excluded.push(sliced.excluded);
    }
    await inRows(rows, (some) => trx.insertInto('report_sessions').values(some).execute());
    await inRows(slices, (some) => trx.insertInto('report_slices').values(some).execute());
    await storeFindings(trx, entity, findings);
    await addCounts(trx, entity, excluded);
    if (rows.length > 0) {
      const last = entity.sessions + rows.length;
      await addToCells(trx, { runNo: run_no, entityNo: entity_no, first, last });
    }
    await trx
      .updateTable('report_entities')
      .where('run_no', '=', run_no)
      .where('entity_no', '=', entity_no)
      .set((row) => ({
        sessions: row('sessions', '+', rows.length),
        duplicates: row('duplicates', '+', page.sessions.length - rows.length),
      }))
      .execute();
    if (page.nextToken === null) await finishEntity(trx, entity, now);
    return true;
  });
}

/**
 * Forgets what was read of an Entity, so that its reading begins anew.
 * @param now milliseconds since the epoch
 */
export function restartEntity(db: Kysely<Store>, entity: EntityKey, now: number): Promise<void> {
  const { run_no, entity_no } = entity;
  return db.transaction().execute(async (trx) => {
    await takeOffCells(trx, run_no, entity_no);
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
