import type { PlaceRow } from '../../../contract/console/places.ts';
import { VERDICTS, VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatIso } from '../../../domain/format.ts';

/**
 * The listed places as a table, in the order of the list. Cells that a spreadsheet would take for a
 * formula get an apostrophe in front.
 * @param zone IANA zone of the instants, which are written with their offset
 */
export async function placesCsv(rows: readonly PlaceRow[], zone: string): Promise<string> {
  const { default: papa } = await import('papaparse');
  const table = rows.map((row) => {
    const verdict = VERDICTS.find((each) => each === row.outcome);
    return {
      entity: row.entityName ?? '',
      'entity id': row.entityId,
      type: row.entityType ?? '',
      place: row.label ?? '',
      'place id': row.id,
      // Numbers stay numbers: a negative one is not a formula.
      latitude: row.latitude,
      longitude: row.longitude,
      'last outcome': verdict === undefined ? (row.outcome ?? '') : VERDICT_LABELS[verdict],
      read: formatIso(row.knownAt, zone),
    };
  });
  return papa.unparse(table, { escapeFormulae: true, newline: '\r\n' });
}
