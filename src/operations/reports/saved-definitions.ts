import type { Kysely } from 'kysely';
import { FigureSearch } from '../../contract/console/report-definition.ts';
import type { SavedDefinition } from '../../contract/console/report-routes.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure, invalid } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { fromJson } from '../../store/json.ts';
import type { ReportDefinitionRow } from '../../store/schema/report-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { findSealed } from './read-sealed.ts';

/** Lists are read as a whole. */
const MOST = 500;

const shown = (row: ReportDefinitionRow): SavedDefinition => ({
  id: row.id,
  name: row.name,
  search: fromJson(FigureSearch, row.search),
  savedAt: isoInstant(row.saved_at),
  savedBy: row.operator_name,
});

/** Saved definitions by name. */
export async function listDefinitions(db: Kysely<Store>): Promise<SavedDefinition[]> {
  const rows = await db
    .selectFrom('report_definitions')
    .orderBy('name')
    .orderBy('id')
    .selectAll()
    .execute();
  return rows.map(shown);
}

/**
 * Names an address, or changes what the name stands for.
 * @param now milliseconds since the epoch
 * @throws Failure 409 if there are too many
 */
export async function saveDefinition(
  trx: Kysely<Store>,
  { id, name, search }: Pick<SavedDefinition, 'id' | 'name' | 'search'>,
  { operator }: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<SavedDefinition> {
  const { count } = await trx
    .selectFrom('report_definitions')
    .where('id', '<>', id)
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST) {
    throw failure(
      409,
      'invalid_request',
      `There are ${MOST} saved reports already; delete one first.`,
    );
  }
  const row: ReportDefinitionRow = {
    id,
    name,
    search: JSON.stringify(search),
    saved_at: now,
    operator_id: operator.id,
    operator_name: operator.name,
  };
  await trx
    .insertInto('report_definitions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  return shown(row);
}

/** Deletes a saved definition. @throws Failure 404 */
export async function deleteDefinition(trx: Kysely<Store>, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('report_definitions')
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw failure(404, 'not_found', `There is no saved report ${id}.`);
}

/**
 * The whole address of a report: what a saved definition or a sealed report says, under what the address itself names.
 * @returns its name too
 * @throws Failure 404 if there is no such definition or sealed report, 400 if the address names both
 */
export async function wholeSearch(
  db: Kysely<Store>,
  { saved, sealed, ...own }: FigureSearch,
): Promise<{ search: FigureSearch; name: string | null }> {
  if (sealed !== undefined) {
    if (saved !== undefined) throw invalid('sealed', 'An address names one of saved and sealed.');
    const { search, name } = await findSealed(db, sealed);
    return { search: { ...fromJson(FigureSearch, search), ...own }, name };
  }
  if (saved === undefined) return { search: own, name: null };
  const row = await db
    .selectFrom('report_definitions')
    .where('id', '=', saved)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw failure(404, 'not_found', `There is no saved report ${saved}.`);
  return { search: { ...fromJson(FigureSearch, row.search), ...own }, name: row.name };
}
