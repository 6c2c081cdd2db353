import type { Kysely } from 'kysely';
import {
  ReportDefinition,
  SavedDefinition as Saved,
  type SavedDefinition,
} from '../../../contract/console/report-definition.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant, isTimeZone } from '../../../domain/instant.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { failure, invalid } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { fromJson } from '../../../store/json.ts';
import type { ReportDocumentRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findDocument, hideDocument, listDocuments, saveDocument } from './documents.ts';
import { findTariff } from './tariffs.ts';

const Content = z.object({ name: Saved.shape.name, definition: ReportDefinition });

function shown(row: ReportDocumentRow): SavedDefinition {
  return {
    ...fromJson(Content, row.content),
    id: row.id,
    version: row.version,
    savedAt: isoInstant(row.saved_at),
    savedBy: row.operator_name,
  };
}

/**
 * Refuses a definition that cannot run: its zone must exist.
 * @throws Failure 400
 */
export function checkDefinition({ zone }: ReportDefinition): void {
  if (!isTimeZone(zone)) throw invalid('definition.zone', `${zone} is not a time zone.`);
}

/** The newest version of each listed definition. */
export async function readDefinitions(
  db: Kysely<Store>,
): Promise<{ definitions: SavedDefinition[] }> {
  return { definitions: (await listDocuments(db, 'definition')).map(shown) };
}

/**
 * Saves a definition, as a new version if its content is new.
 * @param now milliseconds since the epoch
 * @throws Failure 400 for a zone that does not exist, 404 for a tariff, 409 if there are too many
 */
export async function saveDefinition(
  db: Kysely<Store>,
  asked: Pick<SavedDefinition, 'id' | 'name' | 'definition'>,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<{ saved: SavedDefinition; created: boolean }> {
  const { id, ...content } = asked;
  checkDefinition(content.definition);
  await findTariff(db, content.definition.tariff);
  const { row, created } = await saveDocument(db, 'definition', { id, content }, by, now);
  return { saved: shown(row), created };
}

/** Removes a definition from the list. @throws Failure 404 */
export async function deleteDefinition(db: Kysely<Store>, id: string): Promise<void> {
  if (await hideDocument(db, 'definition', id)) return;
  throw failure(404, 'not_found', `There is no saved report ${id}.`);
}

/**
 * The saved definition of a run. If its content differs from what is run, the run has none.
 * @throws Failure 404 if there is no such version
 */
export async function findSaved(
  db: Kysely<Store>,
  asked: { id: string; version: number } | null,
  definition: ReportDefinition,
): Promise<SavedDefinition | null> {
  if (asked === null) return null;
  const row = await findDocument(db, 'definition', asked);
  if (row === null) {
    throw failure(
      404,
      'not_found',
      `There is no saved report ${asked.id} in version ${asked.version}. Nothing was begun.`,
    );
  }
  const saved = shown(row);
  return canonicalJson(saved.definition) === canonicalJson(definition) ? saved : null;
}
