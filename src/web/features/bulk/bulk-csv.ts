import type { JobChange, JobItem } from '../../../contract/console/job.ts';
import { formatIso } from '../../../domain/format.ts';
import { csvFile } from '../../../lib/write-csv.ts';
import { stateLabel, valueLabel } from '../jobs/job-labels.ts';
import { itemMessage } from '../jobs/item-message.ts';

const VALUE_FIELDS = ['Wanted', 'Before', 'Read afterwards'] as const;
const OFFBOARDING_FIELDS = ['Offboarding Request'] as const;

/**
 * Items of a run as CSV, in the given order.
 * @param zone IANA zone of all times, which have their offset
 */
export function bulkCsv(
  change: JobChange,
  items: readonly JobItem[],
  unit: string,
  zone: string,
): string {
  const read = (reading: JobItem['before']) =>
    reading === null ? '' : valueLabel(reading.value, unit);
  const isOffboarding = change.kind === 'offboarding';
  const fields = isOffboarding ? OFFBOARDING_FIELDS : VALUE_FIELDS;
  return csvFile(
    ['Entity', 'Entity id', 'Entity type', ...fields, 'Result', 'Message', 'At'],
    items.map((item) => [
      item.entityName,
      item.entityId,
      item.entityType,
      ...(isOffboarding
        ? [item.requestId]
        : [valueLabel(item.wanted, unit), read(item.before), read(item.after)]),
      stateLabel(change, item.state),
      itemMessage(item, change, unit),
      formatIso(item.at, zone),
    ]),
  );
}
