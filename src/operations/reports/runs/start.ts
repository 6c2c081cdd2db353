import type { Kysely } from 'kysely';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { checkDefinition, findSaved } from '../definitions/definitions.ts';
import { createRun } from './runs.ts';
import { resolveScope } from '../definitions/scope.ts';
import { findTariff } from '../definitions/tariffs.ts';

/**
 * Begins a run of a definition: its Entities are those that the directory knows now.
 * @param now milliseconds since the epoch
 * @returns the run's id
 * @throws Failure 400 where the zone does not exist or no Entity is meant, 404 for a tariff or a saved
 *   definition that does not exist
 */
export async function startReport(
  db: Kysely<Store>,
  asked: { definition: ReportDefinition; saved: { id: string; version: number } | null },
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<string> {
  const { definition } = asked;
  checkDefinition(definition);
  const tariff = await findTariff(db, definition.tariff);
  const saved = await findSaved(db, asked.saved, definition);
  const entities = await resolveScope(db, definition.scope);
  if (entities.length === 0) {
    throw failure(
      400,
      'invalid_request',
      'There is no Entity in this scope, so there is nothing to read. Nothing was begun; choose other Entities.',
    );
  }
  return createRun(db, { definition, saved, tariff, entities }, by, now);
}
