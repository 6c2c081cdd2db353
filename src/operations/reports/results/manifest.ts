import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ReportManifest } from '../../../contract/console/report-run.ts';
import type { ReportSums } from '../../../contract/console/report-result.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { failure } from '../../../http/problems.ts';
import { fromJson } from '../../../store/json.ts';
import type { ReportEntityRow, ReportRunRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import { readFindingCounts } from './read-findings.ts';
import { readGroups, readTotals } from './read-groups.ts';
import { runChangesOf } from '../runs/run-progress.ts';
import { definitionOf, findReport, relationOf, savedOf, tariffOf } from '../runs/runs.ts';

const hashOf = (manifest: string) => createHash('sha256').update(manifest).digest('hex');

type Check = ReportManifest['checks'][number];

const micros = (text: string) => microsOfText(text) ?? 0n;
const energyOf = (sums: readonly ReportSums[]) =>
  sums.reduce((all, { energy }) => all + micros(energy), 0n);

/** Compares each energy unit's registers with its total. */
function registerChecks(totals: readonly ReportSums[]): Check[] {
  return totals.map(({ unit, energy, registers: { t1, t2, t3, t4, rest } }) => ({
    name: `t1 + t2 + t3 + t4 = total, ${unit ?? 'no unit'}`,
    ok: rest === '0',
    detail: `${microsToText([t1, t2, t3, t4].reduce((sum, text) => sum + micros(text), 0n))} of ${energy}`,
  }));
}

/** Compares the two kinds of rollups, and the sessions with those counted and excluded. */
async function sumChecks(
  db: Kysely<Store>,
  run: ReportRunRow,
  totals: readonly ReportSums[],
  entities: readonly ReportEntityRow[],
  excluded: number,
): Promise<Check[]> {
  const { groups } = await readGroups(db, run.run_no, { by: 'hour-weekday' });
  const [byHour, byDay] = [energyOf(groups), energyOf(totals)];
  const read = entities.reduce((sum, { sessions }) => sum + sessions, 0);
  const counted = totals.reduce((sum, { sessions }) => sum + sessions, 0);
  return [
    {
      name: 'the hours add up to the total',
      ok: byHour === byDay,
      detail: `${microsToText(byHour)} of ${microsToText(byDay)}`,
    },
    {
      name: 'every session read is counted or excluded with a reason',
      ok: counted + excluded === read,
      detail: `${counted} counted + ${excluded} excluded of ${read}`,
    },
  ];
}

/**
 * Collects input and outcome of a run. Must be called inside a transaction.
 * @param asOf when the last Entity was taken over, in milliseconds since the epoch
 */
async function composeManifest(
  db: Kysely<Store>,
  run: ReportRunRow,
  asOf: number,
): Promise<ReportManifest> {
  const entities = await db
    .selectFrom('report_entities')
    .where('run_no', '=', run.run_no)
    .orderBy('entity_id')
    .selectAll()
    .execute();
  const totals = await readTotals(db, run.run_no);
  const { findings, exclusions } = await readFindingCounts(db, run.run_no);
  const excluded = exclusions.reduce((sum, { count }) => sum + count, 0);
  const [shown] = await runChangesOf(db, [run], asOf);
  const units = await db
    .selectFrom('report_sessions as s')
    .innerJoin('report_units as u', 'u.unit_no', 's.unit_no')
    .where('s.run_no', '=', run.run_no)
    .groupBy('u.unit')
    .orderBy('u.unit')
    .select((row) => ['u.unit', row.fn.countAll<number | string>().as('sessions')])
    .execute();
  return ReportManifest.parse({
    format: 'gridhelm-report-1',
    runId: run.id,
    definition: definitionOf(run),
    saved: savedOf(run),
    name: run.name,
    relation: relationOf(run),
    tariff: tariffOf(run),
    period: { start: isoInstant(run.start_ms), end: isoInstant(run.end_ms) },
    read: { start: isoInstant(run.read_from), end: isoInstant(run.read_to) },
    begunAt: isoInstant(run.created_at),
    asOf: isoInstant(asOf),
    provisionalFrom: shown?.provisionalFrom ?? null,
    asked: run.requests,
    entities: entities.map((entity) => ({
      id: entity.entity_id,
      state: entity.state,
      sessions: entity.sessions,
      duplicates: entity.duplicates,
      readAt: entity.read_at === null ? null : isoInstant(entity.read_at),
      knownFrom: entity.known_from === null ? null : isoInstant(entity.known_from),
      error: entity.error,
      hash: entity.hash,
    })),
    units: units.map(({ unit, sessions }) => ({
      unit: unit === '' ? null : unit,
      sessions: Number(sessions),
    })),
    findings,
    exclusions,
    totals,
    checks: [...registerChecks(totals), ...(await sumChecks(db, run, totals, entities, excluded))],
  });
}

interface Seal {
  /** Name of the operator who seals the run. */
  by: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Idempotency key of the request: sent again with the same key, it is answered as the first time. */
  key: string;
}

/**
 * Seals a finished run: its manifest is stored with a hash, and nothing of it changes afterwards.
 * @returns the hash, for the audit log
 * @throws Failure 404; 409 if it is not finished, or was sealed with another key or by another operator
 */
export async function sealRun(db: Kysely<Store>, id: string, seal: Seal): Promise<object> {
  return inTransaction(db, async (trx) => {
    await lockReports(trx);
    const run = await findReport(trx, id);
    if (run.finished_at === null || run.state === 'running' || run.state === 'stopped') {
      throw failure(
        409,
        'invalid_request',
        'This report is not finished, so it cannot be sealed yet.',
      );
    }
    if (run.manifest_hash !== null) {
      if (run.seal_key !== seal.key || run.sealed_by !== seal.by) {
        const by = run.sealed_by === null ? '' : ` by ${run.sealed_by}`;
        throw failure(409, 'invalid_request', `This report was sealed already${by}.`);
      }
      return { sealedBefore: run.manifest_hash };
    }
    const manifest = canonicalJson(await composeManifest(trx, run, run.finished_at));
    const hash = hashOf(manifest);
    await trx
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .set({
        manifest,
        manifest_hash: hash,
        sealed_at: seal.at,
        sealed_by: seal.by,
        seal_key: seal.key,
      })
      .execute();
    return { sealed: hash };
  });
}

/**
 * The sealed manifest of a run; its hash is recomputed and compared.
 * @throws Failure 409 if the run is not sealed, 500 if the manifest was changed since
 */
export function sealedManifest(run: ReportRunRow): ReportManifest {
  const { manifest, manifest_hash: hash } = run;
  if (manifest === null) {
    throw failure(
      409,
      'invalid_request',
      'This report is not sealed, so it has no manifest yet. Seal it once it is finished.',
    );
  }
  if (hashOf(manifest) === hash) return fromJson(ReportManifest, manifest);
  throw failure(
    500,
    'internal',
    'The stored manifest of this report does not match its hash: it was changed after it was sealed. The report cannot be relied on; run it again.',
  );
}
