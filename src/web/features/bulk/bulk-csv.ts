import type { BulkItem } from '../../../contract/console/bulk.ts';
import { formatIso } from '../../../domain/format.ts';
import { FORMULA } from '../../components/table-file.ts';
import { STATE_LABELS, valueWords } from './bulk-words.ts';

const HEAD = [
  'Entity',
  'Entity id',
  'Entity type',
  'Wanted',
  'Before',
  'Read afterwards',
  'Result',
  'In words',
  'At',
] as const;

/**
 * Items of a run as CSV (RFC 4180), in the order in which they are given.
 * @param zone IANA zone of all times, which have their offset
 */
export async function bulkCsv(
  items: readonly BulkItem[],
  unit: string,
  zone: string,
): Promise<string> {
  const { default: papa } = await import('papaparse');
  const read = (reading: BulkItem['before']) =>
    reading === null ? '' : valueWords(reading.value, unit);
  return papa.unparse(
    {
      fields: [...HEAD],
      data: items.map((item) => [
        item.entityName ?? '',
        item.entityId,
        item.entityType ?? '',
        valueWords(item.wanted, unit),
        read(item.before),
        read(item.after),
        STATE_LABELS[item.state],
        item.words ?? '',
        formatIso(item.at, zone),
      ]),
    },
    { escapeFormulae: FORMULA },
  );
}
