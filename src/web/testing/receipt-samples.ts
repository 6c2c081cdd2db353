import type { Receipt, ReceiptContent } from '../../contract/console/receipt.ts';
import { ENDED, SEEN_AT, SENT_AT, sweep, SWEPT, vanBatch } from './batch-samples.ts';
import { uuid } from './samples.ts';

function seal(revision: number, cause: string) {
  return { revision, sealedAt: SEEN_AT, hash: String(revision).repeat(64), cause };
}

export const FIRST_SEAL = seal(1, 'All Commands have a final state.');
export const SECOND_SEAL = seal(2, 'A Command changed after its final state.');

/** The receipt of a batch to the delivery vans that has ended. */
export function receipt(seals: Receipt['seals'], change: Partial<ReceiptContent> = {}): Receipt {
  const { batch, rows } = vanBatch(ENDED);
  const { nextIds: _next, version: _version, ...sealed } = batch;
  const { dispatchId: _dispatch, ...sweepOf } = sweep({ state: 'done' });
  return {
    id: batch.id,
    content: {
      format: 'gridhelm-receipt-1',
      batch: { ...sealed, overridden: [], resolution: null },
      bodyHash: 'b'.repeat(64),
      sessionHash: 'c'.repeat(64),
      upstreamStatus: 201,
      members: rows.map(({ entityId, entityName, entityType }) => ({
        entityId,
        name: entityName,
        type: entityType,
      })),
      commands: rows.map(({ version: _row, ...row }) => ({
        row,
        observations: [
          { sequence: 1, seenAt: SENT_AT, status: 'Pending', verification: null, error: null },
          {
            sequence: 2,
            seenAt: SEEN_AT,
            status: row.status ?? 'Pending',
            verification: row.verification,
            error: row.error,
          },
        ].map((seen) => ({ ...seen, late: false })),
      })),
      sweeps: [{ sweep: { ...sweepOf, intentId: uuid(800) }, items: [...SWEPT] }],
      ...change,
    },
    hash: 'a'.repeat(64),
    seals,
    asOf: SEEN_AT,
  };
}
