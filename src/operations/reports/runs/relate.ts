import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import type { Relation } from '../../../contract/console/report-run.ts';
import {
  previousPeriod,
  resolvePeriod,
  samePeriodLastYear,
  type ResolvedPeriod,
} from '../../../domain/reports/periods.ts';
import { dateIn } from '../../../domain/time.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import {
  REMOVED,
  definitionOf,
  findReport,
  insertRun,
  savedOf,
  tariffOf,
  type RunEntity,
} from './runs.ts';

const PERIODS: Readonly<Record<Relation, (period: ResolvedPeriod) => ResolvedPeriod>> = {
  again: (period) => period,
  previous: previousPeriod,
  'last-year': samePeriodLastYear,
};

/** The period of a run made from another one. */
export function relatedPeriod(
  { zone, start_ms, end_ms }: Pick<ReportRunRow, 'zone' | 'start_ms' | 'end_ms'>,
  kind: Relation,
): ResolvedPeriod {
  const own = { from: dateIn(zone, start_ms), to: dateIn(zone, end_ms - 1) };
  // Dates mean the same at any time.
  return PERIODS[kind](resolvePeriod({ kind: 'range', ...own }, zone, 0));
}

/** The definition of a run for another period, which is fixed: a preset would mean other dates now. */
function definitionFor(run: ReportRunRow, kind: Relation): ReportDefinition {
  const { from, to } = relatedPeriod(run, kind);
  return { ...definitionOf(run), period: { kind: 'range', from, to } };
}

/** The Entities of a run, as known then. */
async function entitiesOf(trx: Kysely<Store>, runNo: number): Promise<RunEntity[]> {
  const rows = await trx
    .selectFrom('report_entities')
    .where('run_no', '=', runNo)
    .orderBy('entity_no')
    .select(['entity_id', 'name', 'type', 'collectives'])
    .execute();
  return rows.map(({ entity_id: id, name, type, collectives }) => ({
    id,
    name,
    type,
    collectives: collectives === '' ? [] : collectives.split('+'),
  }));
}

/**
 * Makes a run from another one: with the same Entities, rules and tariff. `again` always makes one; for the other two,
 * the newest existing one is returned.
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export function relateReport(
  db: Kysely<Store>,
  id: string,
  kind: Relation,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<{ id: string; created: boolean }> {
  return inTransaction(db, async (trx) => {
    // First: all other writers wait, so that two do not begin the same run.
    await lockReports(trx);
    const run = await findReport(trx, id);
    const there =
      kind === 'again'
        ? undefined
        : await trx
            .selectFrom('report_runs')
            .where('relation_run', '=', id)
            .where('relation_kind', '=', kind)
            .where('state', 'not in', REMOVED)
            .orderBy('run_no', 'desc')
            .select('id')
            .executeTakeFirst();
    if (there !== undefined) return { id: there.id, created: false };
    const saved = savedOf(run);
    const input = {
      definition: definitionFor(run, kind),
      saved: saved === null ? null : { ...saved, name: run.name },
      tariff: tariffOf(run),
      entities: await entitiesOf(trx, run.run_no),
      relation: { kind, run: id },
    };
    const made = await insertRun(trx, input, by, now);
    return { id: made, created: true };
  });
}
