import type { Kysely } from 'kysely';
import {
  type SavedTariff,
  type Tariff,
  TariffContent,
} from '../../../contract/console/report-tariff.ts';
import { isoInstant, isTimeZone } from '../../../domain/instant.ts';
import { failure, invalid } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { fromJson } from '../../../store/json.ts';
import type { ReportDocumentRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import {
  documentVersions,
  findDocument,
  hideDocument,
  listDocuments,
  saveDocument,
} from './documents.ts';

function shown(row: ReportDocumentRow): SavedTariff {
  return {
    id: row.id,
    version: row.version,
    content: fromJson(TariffContent, row.content),
    savedAt: isoInstant(row.saved_at),
    savedBy: row.operator_name,
  };
}

/** Refuses a zone that does not exist, which the schema cannot detect. */
function check({ zone }: TariffContent): void {
  if (!isTimeZone(zone)) throw invalid('content.zone', `${zone} is not a time zone.`);
}

/** The newest version of each listed tariff. */
export async function readTariffs(db: Kysely<Store>): Promise<{ tariffs: SavedTariff[] }> {
  return { tariffs: (await listDocuments(db, 'tariff')).map(shown) };
}

/** All versions of a tariff, the newest first. @throws Failure 404 */
export async function readTariffVersions(
  db: Kysely<Store>,
  id: string,
): Promise<{ tariffs: SavedTariff[] }> {
  const rows = await documentVersions(db, 'tariff', id);
  if (rows.length === 0) throw failure(404, 'not_found', `There is no tariff ${id}.`);
  return { tariffs: rows.map(shown) };
}

/**
 * Saves a tariff, as a new version if its content is new.
 * @param now milliseconds since the epoch
 * @throws Failure 400 for a zone that does not exist, 409 if there are too many
 */
export async function saveTariff(
  db: Kysely<Store>,
  asked: { id: string; content: TariffContent },
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<{ tariff: SavedTariff; created: boolean }> {
  check(asked.content);
  const { row, created } = await saveDocument(db, 'tariff', asked, by, now);
  return { tariff: shown(row), created };
}

/** Removes a tariff from the list. @throws Failure 404 */
export async function deleteTariff(db: Kysely<Store>, id: string): Promise<void> {
  if (await hideDocument(db, 'tariff', id)) return;
  throw failure(404, 'not_found', `There is no tariff ${id}.`);
}

/**
 * The tariff of a definition, in its version; null if it has none.
 * @throws Failure 404
 */
export async function findTariff(
  db: Kysely<Store>,
  asked: { id: string; version: number } | null,
): Promise<Tariff | null> {
  if (asked === null) return null;
  const row = await findDocument(db, 'tariff', asked);
  if (row === null) {
    throw failure(
      404,
      'not_found',
      `There is no tariff ${asked.id} in version ${asked.version}. Choose another one; nothing was saved or begun.`,
    );
  }
  const { id, version, content } = shown(row);
  return { id, version, content };
}
