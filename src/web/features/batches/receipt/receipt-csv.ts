import { titledMessage } from '../../../../domain/command-reason.ts';
import type { Observation } from '../../../../contract/console/batch.ts';
import type { Receipt } from '../../../../contract/console/receipt.ts';
import { formatIso } from '../../../../domain/format.ts';
import { csvFile } from '../../../../lib/write-csv.ts';
import { alsoCommandedIn } from './sealed-content.ts';

type Line = readonly (string | number | null)[];

const HEADS = [
  'Record',
  'Batch id',
  'Seal revision',
  'SHA-256',
  'Sent by',
  'Recorded at',
  'Reason',
  'Outcome',
  'Entity',
  'Entity id',
  'Entity type',
  'Command id',
  'Command',
  'Value',
  'Trigger time',
  'Change',
  'Seen at',
  'Status',
  'Verification',
  'Error',
  'Verification error',
  'Late',
  'Also commanded',
] as const;

/** The columns of a change if none was seen. */
const NO_CHANGE: Line = [null, null, null, null, null, null, null];

/**
 * A receipt as CSV: a line for each seen change of each Command, one for each Entity without a
 * Command, each starting with what was sent.
 * @param zone IANA zone of all times, which have their offset
 */
export function receiptCsv(receipt: Receipt, zone: string): string {
  const { batch, commands } = receipt.content;
  const strangers = alsoCommandedIn(receipt.content);
  const at = (instant: string | null) => formatIso(instant, zone);
  const left: Line = [
    batch.id,
    batch.batchId,
    receipt.seals.at(-1)?.revision ?? null,
    receipt.hash,
    batch.operator.name,
    at(batch.createdAt),
    batch.reason,
    batch.outcome,
  ];
  const change = (seen: Observation): Line => [
    seen.sequence + 1,
    at(seen.seenAt),
    seen.status,
    seen.verification?.status ?? null,
    titledMessage(seen.error),
    titledMessage(seen.verification?.error ?? null),
    seen.late ? 'yes' : 'no',
  ];
  const lines = commands.flatMap(({ row, observations }) => {
    const entity: Line = [row.entityName, row.entityId, row.entityType];
    const command: Line = [row.commandId, row.type, row.value, at(row.triggerTime)];
    const also = strangers.has(row.entityId) ? 'yes' : 'no';
    return observations.length === 0
      ? [[...left, ...entity, ...command, ...NO_CHANGE, also]]
      : observations.map((seen) => [...left, ...entity, ...command, ...change(seen), also]);
  });
  return csvFile(HEADS, lines);
}
