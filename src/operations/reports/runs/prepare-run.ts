import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { failure } from '../../../http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { checkDefinition } from '../definitions/definitions.ts';
import { resolveScope } from '../definitions/scope.ts';
import { findTariff } from '../definitions/tariffs.ts';
import type { RunInput } from './runs.ts';

/**
 * The input of a run of a definition, with the Entities that the directory knows now.
 * @throws Failure 400 if the zone does not exist or there is no Entity, 404 for a tariff that does not exist
 */
export async function prepareRun(
  db: Kysely<Store>,
  definition: ReportDefinition,
): Promise<Pick<RunInput, 'tariff' | 'entities'>> {
  checkDefinition(definition);
  const tariff = await findTariff(db, definition.tariff);
  const entities = await resolveScope(db, definition.scope);
  if (entities.length > 0) return { tariff, entities };
  throw failure(
    400,
    'invalid_request',
    'There is no Entity in this scope, so there is nothing to read. Nothing was begun; choose other Entities.',
  );
}
