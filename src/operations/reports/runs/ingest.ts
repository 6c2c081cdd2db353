import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isoInstant } from '../../../domain/instant.ts';
import type {
  ReportEntityRow,
  ReportRunRow,
  ReportSessionRow,
  ReportSliceRow,
} from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { finishEntity, hashOfAll } from './finish-entity.ts';
import { forgetEntity } from './forget-entity.ts';
import type { IdDictionary } from './id-dictionary.ts';
import { insertRows } from '../../../store/insert-rows.ts';
import { prepareSessions, type PreparedSession, type RunRules } from './prepare-sessions.ts';
import { addToRollups } from './rollups.ts';
import { SESSION_COLUMNS, SLICE_COLUMNS, sessionRow, sliceRows } from './session-rows.ts';
import { storeFindings, type EntityFinding, type EntityFindings } from './store-findings.ts';
import type { StoredPage } from './stored-sessions.ts';

/** Sessions of an Entity to take over, and what is known of it. */
export interface Portion extends Pick<StoredPage, 'sessions' | 'next'> {
  /** The row as it was when the sessions were read. */
  entity: ReportEntityRow;
  /** When the Service returned them, and since when all are known; null: never. */
  readAt: number | null;
  knownFrom: number | null;
  /** Why it could not be read, in the Service's words; null: it was read. */
  failure: string | null;
  /** Whether sessions are captured; null: not known, or not asked. */
  capture: boolean | null;
  /** Its battery capacity in kWh; null if not known. */
  capacityKwh: number | null;
}

/** Dependencies of storing portions. */
export interface IngestParts {
  db: Kysely<Store>;
  ids: IdDictionary;
  /** Milliseconds since the epoch. */
  now: number;
}

type RunKey = Pick<ReportRunRow, 'run_no' | 'read_from'>;

/**
 * Where the next page of an Entity's sessions begins; null: at the first. If it was read again since its last page,
 * earlier sessions may have changed: then all of them are taken over from the beginning.
 * @param readAt when the Service returned the sessions to take over
 */
export function continuesAt(entity: ReportEntityRow, readAt: number | null): string | null {
  return readAt !== null && entity.read_at === readAt ? entity.token : null;
}

interface Ready extends Portion {
  prepared: PreparedSession[];
  isFirst: boolean;
  /** Sessions of it that are stored already. */
  before: number;
  /** Sessions of it so far that the Service listed twice. */
  duplicates: number;
}

async function ready(portion: Portion, rules: RunRules): Promise<Ready> {
  const isFirst = continuesAt(portion.entity, portion.readAt) === null;
  const isWhole = isFirst && portion.next === null;
  const before = isFirst ? 0 : portion.entity.sessions;
  const of = { type: portion.entity.type, capacityKwh: portion.capacityKwh, isWhole };
  const prepared = await prepareSessions(portion.sessions, rules, of);
  const own = prepared.filter(({ isDuplicate }) => isDuplicate).length;
  const duplicates = own + (isFirst ? 0 : portion.entity.duplicates);
  return { ...portion, prepared, isFirst, before, duplicates };
}

function wholeHash({ isFirst, next, failure, prepared }: Ready): string | null {
  if (!isFirst || next !== null || failure !== null) return null;
  const named = prepared.map(({ session, hash }) => ({ id: session.id, hash }));
  return hashOfAll(named.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Advances an Entity. @returns false if that was done already, or it no longer waits */
async function moveOn(trx: Kysely<Store>, portion: Ready, now: number): Promise<boolean> {
  const { entity, isFirst, before, next, failure } = portion;
  const state = next !== null ? 'waiting' : failure === null ? 'done' : 'failed';
  const { numUpdatedRows } = await trx
    .updateTable('report_entities')
    .where('run_no', '=', entity.run_no)
    .where('entity_no', '=', entity.entity_no)
    .where('state', '=', 'waiting')
    .where('pages', '=', entity.pages)
    .where('restarts', '=', entity.restarts)
    .set({
      state,
      token: next,
      pages: entity.pages + 1,
      restarts: entity.restarts + Number(isFirst && entity.pages > 0),
      sessions: before + portion.prepared.length,
      duplicates: portion.duplicates,
      capture: portion.capture === null ? null : Number(portion.capture),
      error: next === null ? failure : null,
      hash: wholeHash(portion),
      read_at: portion.readAt,
      known_from: portion.knownFrom,
      changed_at: now,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (isFirst && entity.pages > 0) await forgetEntity(trx, entity);
  return true;
}

interface Rows {
  sessions: ReportSessionRow[];
  slices: ReportSliceRow[];
  findings: EntityFindings[];
}

function findingsOfEntity(run: RunKey, { next, failure, capture, knownFrom, duplicates }: Ready) {
  const found: EntityFinding[] = [];
  if (next !== null) return found;
  if (failure !== null) found.push({ kind: 'not-read', sessionNo: 0, detail: failure });
  if (capture === false) found.push({ kind: 'capture-off', sessionNo: 0, detail: null });
  if (knownFrom !== null && knownFrom > run.read_from) {
    found.push({ kind: 'known-late', sessionNo: 0, detail: isoInstant(knownFrom) });
  }
  if (duplicates > 0) found.push({ kind: 'duplicates', sessionNo: 0, detail: null });
  return found;
}

async function addRows(
  trx: Kysely<Store>,
  run: RunKey,
  portion: Ready,
  ids: IdDictionary,
  rows: Rows,
): Promise<void> {
  const { run_no, entity_no } = portion.entity;
  const findings = findingsOfEntity(run, portion);
  const excluded: EntityFindings['excluded'][number][] = [];
  for (const [at, one] of portion.prepared.entries()) {
    const { session, sliced, zone, accuracy } = one;
    const { accuracy: _, ...place } = session.place;
    const unit_no = await ids.unit(trx, session.unit);
    const place_no = await ids.place(trx, run_no, { ...place, zone }, accuracy);
    const session_no = portion.before + 1 + at;
    const placed = { session, sliced, key: { run_no, entity_no, session_no, unit_no, place_no } };
    rows.sessions.push(sessionRow(placed, one.hash));
    for (const slice of sliceRows(placed)) rows.slices.push(slice);
    for (const finding of one.findings) findings.push({ ...finding, sessionNo: session_no });
    if (sliced.excluded !== null) excluded.push(sliced.excluded);
  }
  rows.findings.push({ entityNo: entity_no, findings, excluded });
}

async function addSums(trx: Kysely<Store>, run: RunKey, taken: readonly Ready[]): Promise<void> {
  const whole = taken.filter(({ before, prepared }) => before === 0 && prepared.length > 0);
  if (whole.length > 0) {
    const entityNos = whole.map(({ entity }) => entity.entity_no);
    await addToRollups(trx, { runNo: run.run_no, entityNos, first: 1 });
  }
  for (const { entity, before, prepared } of taken) {
    if (before === 0 || prepared.length === 0) continue;
    const entityNos = [entity.entity_no];
    await addToRollups(trx, { runNo: run.run_no, entityNos, first: before + 1 });
  }
}

async function finishPaged(trx: Kysely<Store>, { entity, isFirst, next, failure }: Ready) {
  if (isFirst || next !== null) return;
  const hash = await finishEntity(trx, entity);
  if (failure !== null) return;
  await trx
    .updateTable('report_entities')
    .where('run_no', '=', entity.run_no)
    .where('entity_no', '=', entity.entity_no)
    .set({ hash })
    .execute();
}

/** Stores portions inside a transaction, except those that the run has already taken over. */
async function store(
  trx: Kysely<Store>,
  run: RunKey,
  portions: readonly Ready[],
  { ids, now }: IngestParts,
): Promise<void> {
  const { state } = await trx
    .selectFrom('report_runs')
    .where('run_no', '=', run.run_no)
    .select('state')
    .executeTakeFirstOrThrow();
  if (state !== 'running') return;
  const taken: Ready[] = [];
  for (const portion of portions) if (await moveOn(trx, portion, now)) taken.push(portion);
  await turn();
  const rows: Rows = { sessions: [], slices: [], findings: [] };
  for (const portion of taken) await addRows(trx, run, portion, ids, rows);
  await turn();
  await insertRows(trx, 'report_sessions', SESSION_COLUMNS, rows.sessions);
  await turn();
  await insertRows(trx, 'report_slices', SLICE_COLUMNS, rows.slices);
  await turn();
  await storeFindings(trx, run.run_no, rows.findings);
  await turn();
  await addSums(trx, run, taken);
  for (const portion of taken) await finishPaged(trx, portion);
}

/**
 * Takes sessions over into a run: their rows, the progress of each Entity, and their share of every sum, in one
 * transaction. After a crash nothing is missing or counted twice.
 */
export async function ingest(
  run: RunKey,
  rules: RunRules,
  portions: readonly Portion[],
  parts: IngestParts,
): Promise<void> {
  const made: Ready[] = [];
  for (const portion of portions) made.push(await ready(portion, rules));
  try {
    await parts.db.transaction().execute((trx) => store(trx, run, made, parts));
  } catch (error) {
    parts.ids.forget();
    throw error;
  }
}
