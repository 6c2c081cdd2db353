import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { findTariff } from '../definitions/tariffs.ts';
import { entitiesOf } from './relate.ts';
import { hideReplaced } from './hide-runs.ts';
import { definitionOf, findReport, insertRun } from './runs.ts';
import { unrecorded, type AddDone } from '../../audit/audit.ts';

/** The changes to a report that is not sealed. */
export type Exploration = Pick<ReportDefinition, 'period' | 'tariff'>;

/**
 * Shows a report with another period or tariff, for the same Entities and rules. The replaced run is removed if the
 * same operator made it and no other run was made from it.
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
  done: AddDone = unrecorded,
): Promise<string> {
  const tariff = await findTariff(db, change.tariff);
  return db.transaction().execute(async (trx) => {
    // First: taking the number makes all writers wait, so that one press does not begin two runs.
    await nextVersion(trx);
    const run = await findReport(trx, id);
    if (run.manifest !== null) {
      throw failure(
        409,
        'invalid_request',
        'This report is sealed and does not change. Make a new one from its definition instead.',
      );
    }
    const definition = { ...definitionOf(run), ...change };
    const entities = await entitiesOf(trx, run.run_no);
    const made = await insertRun(trx, { definition, saved: null, tariff, entities }, by, now);
    await hideReplaced(trx, run, by);
    await done(trx, { id: made });
    return made;
  });
}
