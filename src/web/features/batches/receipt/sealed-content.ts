import type { BatchSummary } from '../../../../contract/console/batch.ts';
import type { ReceiptContent } from '../../../../contract/console/receipt.ts';

/** A sealed batch in the form of the other views: old seals use the former name of a dispatch's id. */
export function batchOfSeal({ batch, upstreamStatus }: ReceiptContent): BatchSummary {
  return {
    ...batch,
    // Seals do not record the source of a message: without an answer it is the console's.
    refusedBy: batch.refusal && {
      source: upstreamStatus === null ? 'console' : 'service',
      upstreamStatus,
    },
    overridden: batch.overridden.map((finding) => {
      if (finding.kind === 'no-taker') return finding;
      const { intentId: dispatchId, ...rest } = finding;
      return { ...rest, dispatchId };
    }),
    resolution: batch.resolution && { ...batch.resolution, dispatchId: batch.resolution.intentId },
    version: 0,
    nextIds: [],
  };
}

/**
 * Entities that got a Command but were not known in the Collective when sent. Derived from the
 * members in every receipt, so that it also works for receipts sealed before the mark existed.
 */
export function alsoCommandedIn({ members, commands }: ReceiptContent): ReadonlySet<string> {
  const known = new Set(members.map(({ entityId }) => entityId));
  return new Set(commands.map(({ row }) => row.entityId).filter((id) => !known.has(id)));
}
