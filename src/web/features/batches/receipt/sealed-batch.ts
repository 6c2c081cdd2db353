import type { BatchSummary } from '../../../../contract/console/batch.ts';
import type { ReceiptContent } from '../../../../contract/console/receipt.ts';

/** A sealed batch as the other views take it: seals name the id of a dispatch as they did at first. */
export function batchOfSeal({ batch, upstreamStatus }: ReceiptContent): BatchSummary {
  return {
    ...batch,
    // Seals do not say whose message it is: without an answer it is the console's.
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
