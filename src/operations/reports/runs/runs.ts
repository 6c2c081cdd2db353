import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import {
  BOUNDARIES,
  ReportDefinition,
  type SavedDefinition,
} from '../../../contract/console/report-definition.ts';
import { RELATIONS, type ReportRun } from '../../../contract/console/report-run.ts';
import { Tariff } from '../../../contract/console/report-tariff.ts';
import type { Span } from '../../../domain/instant.ts';
import { collectivesKey } from '../../../domain/reports/groups.ts';
import { resolvePeriod } from '../../../domain/reports/periods.ts';
import { pricingOf } from '../../../domain/reports/pricing.ts';
import { slicingBySite } from '../../../domain/reports/site-time.ts';
import { zoneCalendar } from '../../../domain/reports/zone-calendar.ts';
import { failure } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { chunks } from '../../../store/chunks.ts';
import { fromJson, fromNullableJson, toNullableJson } from '../../../store/json.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import type { RunRules } from './prepare-sessions.ts';

/**
 * How much before and after the period sessions have to be known: one may have begun long before, it is not
 * shown whether the Service lists them by start or end, and where each session goes by the clock of its place,
 * a day may end more than a day later. What does not belong is excluded by rule.
 */
const MARGIN_MS = { before: 62 * 86_400_000, after: 2 * 86_400_000 };

/** The columns of a run for its period, and for the period in which sessions must be known. */
export function timesOf({ startMs, endMs }: Span) {
  return {
    start_ms: startMs,
    end_ms: endMs,
    read_from: startMs - MARGIN_MS.before,
    read_to: endMs + MARGIN_MS.after,
  };
}

/** An Entity of a run. */
export interface RunEntity {
  id: string;
  name: string | null;
  type: string | null;
  /** The chosen Collectives that contain it. */
  collectives: readonly string[];
}

/** The input of a run. */
export interface RunInput {
  definition: ReportDefinition;
  /** If the definition is a saved one. */
  saved: (Pick<SavedDefinition, 'id' | 'version'> & { name?: string | null }) | null;
  tariff: Tariff | null;
  entities: readonly RunEntity[];
  /** The run from which it is made. */
  relation?: ReportRun['relation'];
  /** When it expires if it is a draft, in milliseconds since the epoch. */
  draftUntil?: number;
}

/**
 * Stores a new run for the runner.
 * @param now milliseconds since the epoch; presets count from its date in the definition's zone
 * @returns the run's id
 */
export function createRun(
  db: Kysely<Store>,
  input: RunInput,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<string> {
  return inTransaction(db, (trx) => insertRun(trx, input, by, now));
}

/** The same inside a transaction. */
export async function insertRun(
  trx: Kysely<Store>,
  input: RunInput,
  { operator }: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<string> {
  const { definition, saved, tariff, relation = null, draftUntil = null } = input;
  const period = resolvePeriod(definition.period, definition.zone, now);
  const id = randomUUID();
  await lockReports(trx);
  const { last } = await trx
    .selectFrom('report_runs')
    .select((row) => row.fn.coalesce(row.fn.max('run_no'), row.val(0)).as('last'))
    .executeTakeFirstOrThrow();
  const run_no = last + 1;
  await trx
    .insertInto('report_runs')
    .values({
      id,
      run_no,
      state: 'running',
      operator_id: operator.id,
      operator_name: operator.name,
      definition_id: saved?.id ?? null,
      definition_version: saved?.version ?? null,
      name: saved?.name ?? null,
      relation_kind: relation?.kind ?? null,
      relation_run: relation?.run ?? null,
      definition: JSON.stringify(definition),
      tariff: toNullableJson(tariff),
      zone: definition.zone,
      boundary: definition.boundary,
      ...timesOf(period),
      requests: 0,
      created_at: now,
      resumed_at: now,
      resumed_requests: 0,
      draft_until: draftUntil,
    })
    .execute();
  const rows = input.entities.map((entity, at) => ({
    run_no,
    entity_no: at + 1,
    entity_id: entity.id,
    name: entity.name,
    type: entity.type,
    collectives: collectivesKey(entity.collectives),
    state: 'waiting',
    pages: 0,
    sessions: 0,
    duplicates: 0,
    restarts: 0,
    changed_at: now,
  }));
  for (const part of chunks(rows)) {
    await trx.insertInto('report_entities').values(part).execute();
    // 100,000 Entities take a second: requests without the store run meanwhile.
    await turn();
  }
  return id;
}

/** States of a removed run. */
export const REMOVED = ['deleted', 'gone'] as const;

const noRun = (id: string) => failure(404, 'not_found', `There is no report run ${id}.`);

/** The row of a run. @throws Failure 404 */
export async function findRun(db: Kysely<Store>, id: string): Promise<ReportRunRow> {
  const run = await db
    .selectFrom('report_runs')
    .where('id', '=', id)
    .where('state', 'not in', REMOVED)
    .selectAll()
    .executeTakeFirst();
  if (run === undefined) throw noRun(id);
  return run;
}

/** The same for an operator, who cannot see the drafts of others. @throws Failure 404 */
export async function findRunFor(
  db: Kysely<Store>,
  id: string,
  { operator }: Pick<SignedIn, 'operator'>,
): Promise<ReportRunRow> {
  const run = await findRun(db, id);
  if (run.draft_until !== null && run.operator_id !== operator.id) throw noRun(id);
  return run;
}

/** The row of a run that is not a draft; whether one has a draft's id is not told. @throws Failure 404 */
export async function findReport(db: Kysely<Store>, id: string): Promise<ReportRunRow> {
  const run = await findRun(db, id);
  if (run.draft_until !== null) throw noRun(id);
  return run;
}

/** The definition that a run was made with. */
export function definitionOf(run: Pick<ReportRunRow, 'definition'>): ReportDefinition {
  return fromJson(ReportDefinition, run.definition);
}

/** The tariff, in the version that a run was made with. */
export function tariffOf(run: Pick<ReportRunRow, 'tariff'>): Tariff | null {
  return fromNullableJson(Tariff, run.tariff);
}

/** The saved definition from which a run was made. */
export function savedOf(
  run: Pick<ReportRunRow, 'definition_id' | 'definition_version'>,
): Pick<SavedDefinition, 'id' | 'version'> | null {
  const { definition_id: id, definition_version: version } = run;
  return id === null || version === null ? null : { id, version };
}

/** From which run it was made, and why. */
export function relationOf(
  run: Pick<ReportRunRow, 'relation_kind' | 'relation_run'>,
): ReportRun['relation'] {
  const { relation_kind: kind, relation_run: from } = run;
  return kind === null || from === null ? null : { kind: z.enum(RELATIONS).parse(kind), run: from };
}

/** How the sessions of a run are sliced, priced and checked; the same after a restart. */
export function rulesOf(run: ReportRunRow): RunRules {
  const tariff = tariffOf(run);
  const { siteTime, thresholds } = definitionOf(run);
  const slicing = {
    calendar: zoneCalendar(run.zone),
    boundary: z.enum(BOUNDARIES).parse(run.boundary),
    period: { startMs: run.start_ms, endMs: run.end_ms },
    pricing: tariff === null ? null : pricingOf(tariff.content),
  };
  const nowMs = run.created_at;
  return { ...slicing, thresholds, nowMs, bySite: siteTime ? slicingBySite(slicing) : null };
}
