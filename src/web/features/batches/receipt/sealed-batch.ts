import type { BatchSummary } from '../../../../contract/console/batch.ts';
import type { ReceiptContent } from '../../../../contract/console/receipt.ts';

/** A sealed batch as the other views take it: seals name the id of a dispatch as they did at first. */
export function batchOfSeal({ batch }: ReceiptContent): BatchSummary {
  return {
    ...batch,
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
