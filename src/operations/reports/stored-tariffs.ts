import type { Kysely } from 'kysely';
import { TariffText, type TariffVersion } from '../../contract/console/tariff.ts';
import { isoInstant, isTimeZone } from '../../domain/instant.ts';
import { failure, invalid } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { fromJson } from '../../store/json.ts';
import type { TariffRow } from '../../store/schema/report-schema.ts';
import type { Store } from '../../store/schema/schema.ts';

const shown = (row: TariffRow): TariffVersion => ({
  id: row.id,
  version: row.version,
  content: fromJson(TariffText, row.content),
  savedAt: isoInstant(row.saved_at),
  savedBy: row.operator_name,
});

/** The newest version of each listed tariff, the last saved first. */
export async function listTariffs(db: Kysely<Store>): Promise<TariffVersion[]> {
  const rows = await db
    .selectFrom('tariffs as t')
    .where('t.hidden', '=', 0)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('tariffs as newer')
            .whereRef('newer.id', '=', 't.id')
            .whereRef('newer.version', '>', 't.version')
            .select('newer.version'),
        ),
      ),
    )
    .orderBy('t.saved_at', 'desc')
    .orderBy('t.id')
    .selectAll('t')
    .execute();
  return rows.map(shown);
}

/**
 * Saves a tariff as a new version, if its content is new. Versions are unique by the key of the table.
 * @param now milliseconds since the epoch
 * @throws Failure 400 for a zone that does not exist
 */
export async function saveTariff(
  trx: Kysely<Store>,
  { id, content }: { id: string; content: TariffText },
  { operator }: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<TariffVersion> {
  if (!isTimeZone(content.zone)) {
    throw invalid('content.zone', `${content.zone} is not a time zone.`);
  }
  const newest = await trx
    .selectFrom('tariffs')
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
  const text = canonicalJson(content);
  if (newest?.hidden === 0 && newest.content === text) return shown(newest);
  const row: TariffRow = {
    id,
    version: (newest?.version ?? 0) + 1,
    content: text,
    hidden: 0,
    saved_at: now,
    operator_id: operator.id,
    operator_name: operator.name,
  };
  await trx.insertInto('tariffs').values(row).execute();
  return shown(row);
}

/** Removes a tariff from the list; its versions stay. @throws Failure 404 */
export async function deleteTariff(trx: Kysely<Store>, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('tariffs')
    .where('id', '=', id)
    .where('hidden', '=', 0)
    .set({ hidden: 1 })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw failure(404, 'not_found', `There is no tariff ${id}.`);
}
