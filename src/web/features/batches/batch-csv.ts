import { titledMessage } from '../../../domain/command-reason.ts';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatIso } from '../../../domain/format.ts';
import { csvFile } from '../../../lib/write-csv.ts';

/** A column of the file: its header, and its value for a row. */
type CsvColumn = readonly [string, (row: BatchRow, zone: string) => string | null];

const COLUMNS: readonly CsvColumn[] = [
  ['Entity', (row) => row.entityName],
  ['Entity id', (row) => row.entityId],
  ['Entity type', (row) => row.entityType],
  ['Command id', (row) => row.commandId],
  ['Command', (row) => row.type],
  ['Value', (row) => row.value],
  ['Trigger time', (row, zone) => formatIso(row.triggerTime, zone)],
  ['Status', (row) => row.status],
  ['Outcome', (row) => VERDICT_LABELS[row.verdict]],
  ['Verification', (row) => row.verification?.status ?? null],
  ['Verified at', (row, zone) => formatIso(row.verification?.completedAt ?? null, zone)],
  ['Error', (row) => titledMessage(row.error)],
  ['Verification error', (row) => titledMessage(row.verification?.error ?? null)],
  ['Last change seen', (row, zone) => formatIso(row.changedAt, zone)],
  ['Late change seen', (row, zone) => formatIso(row.lateChangeAt, zone)],
  ['Last read', (row, zone) => formatIso(row.observedAt, zone)],
  ['Reading failed', (row) => row.readError],
  ['Also commanded', (row) => (row.alsoCommanded ? 'yes' : 'no')],
];

/**
 * The rows as CSV, in the given order.
 * @param zone IANA zone of all times, which have their offset
 */
export function batchCsv(rows: readonly BatchRow[], zone: string): string {
  return csvFile(
    COLUMNS.map(([head]) => head),
    rows.map((row) => COLUMNS.map(([, cell]) => cell(row, zone))),
  );
}

/** The name of the file: what was sent, when, and the id of its record. */
export function csvName(batch: Pick<BatchSummary, 'id' | 'createdAt'>): string {
  return `batch-${batch.createdAt.slice(0, 10)}-${batch.id.slice(0, 8)}.csv`;
}
