import type { PlaceRow } from '../../../contract/console/places.ts';
import { VERDICTS, VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatIso } from '../../../domain/format.ts';
import { csvOfRecords } from '../../../lib/write-csv.ts';

/**
 * The listed places as a table, in the order of the list.
 * @param zone IANA zone of the instants, which are written with their offset
 */
export function placesCsv(rows: readonly PlaceRow[], zone: string): string {
  const table = rows.map((row) => {
    const verdict = VERDICTS.find((each) => each === row.outcome);
    return {
      entity: row.entityName ?? '',
      'entity id': row.entityId,
      type: row.entityType ?? '',
      place: row.label ?? '',
      'place id': row.id,
      latitude: row.latitude,
      longitude: row.longitude,
      'last outcome': verdict === undefined ? (row.outcome ?? '') : VERDICT_LABELS[verdict],
      read: formatIso(row.knownAt, zone),
    };
  });
  return csvOfRecords(table);
}
