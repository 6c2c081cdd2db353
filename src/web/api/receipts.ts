import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Receipt, ReceiptCheck, ReceiptContent } from '../../contract/console/receipt.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { RECEIPT_ROUTES } from '../../contract/console/receipt.ts';
import { callConsole } from './client.ts';

/** How often an unsealed receipt is read again, in ms. */
const UNSEALED_POLL_MS = 5000;

/** The receipt of a batch: the sealed one, or the current state of the ledger. */
export function receiptQuery(dispatchId: string) {
  const queryKey = ['receipts', dispatchId] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Receipt> =>
      callConsole(RECEIPT_ROUTES.receipt, {
        params: { id: dispatchId },
        signal,
      }),
    refetchInterval: (query) =>
      query.state.data?.seals.length === 0 && query.state.status !== 'error'
        ? UNSEALED_POLL_MS
        : false,
  });
}

/** The results of checking a receipt, here and on the server. */
export interface ReceiptVerdict {
  server: ReceiptCheck;
  /** Whether the hash of what this page shows matches; null if this browser cannot compute it. */
  here: boolean | null;
}

/**
 * The hash of a receipt, computed by this browser.
 * @returns null if it offers no hashing: only pages over https or on localhost have it
 */
async function hashHere(content: ReceiptContent): Promise<string | null> {
  // The type says it always exists; on a page over plain http it does not.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle === undefined) return null;
  const bytes = new TextEncoder().encode(canonicalJson(content));
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes the server recompute all seals, and computes here the hash of what is shown. */
export const checkReceiptMutation = mutationOptions({
  mutationFn: async (receipt: Receipt): Promise<ReceiptVerdict> => {
    const server = await callConsole(RECEIPT_ROUTES.checkReceipt, { params: { id: receipt.id } });
    const hash = await hashHere(receipt.content);
    return { server, here: hash === null ? null : hash === receipt.hash };
  },
});
