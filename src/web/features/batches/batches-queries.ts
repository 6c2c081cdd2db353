import type { BatchFilter, BatchList, BatchSummary } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import {
  RECEIPT_ROUTES,
  type Receipt,
  type ReceiptCheck,
  type ReceiptContent,
} from '../../../contract/console/receipt.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { call } from '../../api/client.ts';
import { mutationOf, pages } from '../../api/query.ts';

/** Batches read at once. */
const PAGE_SIZE = 50;

/** Batches that match, newest first, page after page. */
export function batchPages(filter: BatchFilter) {
  return pages(BATCH_ROUTES.batches, { query: { ...filter, limit: PAGE_SIZE } }, (read) => {
    const cursor = read.at(-1)?.next ?? null;
    return cursor === null ? null : { cursor };
  });
}

/** The batches of all pages, each once even if it moved to another page between reads. */
export function mergePages(read: readonly BatchList[]): BatchSummary[] {
  return [
    ...new Map(read.flatMap(({ batches }) => batches).map((each) => [each.id, each])).values(),
  ];
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
export const receiptCheck = mutationOf(
  async ({ id, content, hash }: Receipt): Promise<ReceiptVerdict> => {
    const server = await call(RECEIPT_ROUTES.checkReceipt, { params: { id } });
    const computed = await hashHere(content);
    return { server, here: computed === null ? null : computed === hash };
  },
);
