import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { findTariff } from '../definitions/tariffs.ts';
import { entitiesOf } from './relate.ts';
import { definitionOf, findRun, insertRun } from './runs.ts';

/** What is changed of a report that is not sealed. */
export type Exploration = Pick<ReportDefinition, 'period' | 'tariff'>;

/** Whether another run was made from this one, so that it must stay. */
async function isReferred(trx: Kysely<Store>, id: string): Promise<boolean> {
  const made = await trx
    .selectFrom('report_runs')
    .where('relation_run', '=', id)
    .select('id')
    .limit(1)
    .execute();
  return made.length > 0;
}

async function removeExplored(trx: Kysely<Store>, run: ReportRunRow): Promise<void> {
  await trx
    .updateTable('report_runs')
    .where('run_no', '=', run.run_no)
    .set({ state: 'deleted', version: await nextVersion(trx) })
    .execute();
}

/**
 * Shows a report with another period or tariff: of the same Entities and rules. The run that it takes the place
 * of is removed, if the same operator made it and no other run was made from it.
 * @param now milliseconds since the epoch; presets count from its date in the definition's zone
 * @returns the new run's id
 * @throws Failure 404; 409 for a sealed report, which does not change
 */
export async function exploreReport(
  db: Kysely<Store>,
  id: string,
  change: Exploration,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<string> {
  const tariff = await findTariff(db, change.tariff);
  return db.transaction().execute(async (trx) => {
    // First: taking the number makes all writers wait, so that one press does not begin two.
    await nextVersion(trx);
    const run = await findRun(trx, id);
    if (run.manifest !== null) {
      throw failure(
        409,
        'invalid_request',
        'This report is sealed and does not change. Make a new one of its definition instead.',
      );
    }
    const definition = { ...definitionOf(run), ...change };
    const entities = await entitiesOf(trx, run.run_no);
    const made = await insertRun(trx, { definition, saved: null, tariff, entities }, by, now);
    if (run.operator_id === by.operator.id && !(await isReferred(trx, id))) {
      await removeExplored(trx, run);
    }
    return made;
  });
}
