import { GET, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';
import { BatchRow, BatchSummary, Observation } from './batch.ts';
import { EarlierFinding, NoTakerFinding } from './guard.ts';
import { Resolution } from './resolution.ts';
import { Sweep, SweepDetail } from './sweep.ts';

// Hashes cover field names: sealed content keeps the original name of the dispatch id.
const SealedFinding = EarlierFinding.omit({ dispatchId: true }).extend({ intentId: Uuid });
const SealedBatch = BatchSummary.omit({ version: true, nextIds: true, refusedBy: true }).extend({
  overridden: z.array(z.discriminatedUnion('kind', [SealedFinding, NoTakerFinding])),
  resolution: Resolution.omit({ dispatchId: true })
    // Older seals hold the displayed sentence.
    .extend({ intentId: Uuid, words: z.string().optional() })
    .nullable(),
});
const SealedSweep = Sweep.omit({ dispatchId: true }).extend({ intentId: Uuid });

/** Everything that the ledger holds about one batch. Its hash covers exactly this, as canonical JSON. */
export const ReceiptContent = z.object({
  format: z.literal('gridhelm-receipt-1'),
  batch: SealedBatch,
  bodyHash: z.string(),
  sessionHash: z.string(),
  upstreamStatus: z.int().nullable(),
  /** The Entities as known at the send. */
  members: z.array(
    z.object({ entityId: Uuid, name: z.string().nullable(), type: z.string().nullable() }),
  ),
  commands: z.array(
    z.object({
      row: BatchRow.omit({ version: true }),
      observations: z.array(Observation),
    }),
  ),
  sweeps: z.array(SweepDetail.omit({ asOf: true }).extend({ sweep: SealedSweep })),
});
export type ReceiptContent = z.infer<typeof ReceiptContent>;

/** A sealed state of a receipt. A late change adds a revision; no seal ever changes. */
const Seal = z.object({
  revision: z.int().positive(),
  sealedAt: Instant,
  /** SHA-256 of the canonical JSON of the content, in hex. */
  hash: z.string(),
  /** Why it was sealed. */
  cause: z.string(),
});

/** `content` is that of the last seal, or the current one while the batch runs (`seals` is empty). */
export const Receipt = z.object({
  id: Uuid,
  content: ReceiptContent,
  /** Hash of `content` as given here. */
  hash: z.string(),
  seals: z.array(Seal),
  asOf: Instant,
});
export type Receipt = z.infer<typeof Receipt>;

/** The recomputed hash of the stored ledger, compared with each seal. */
export const ReceiptCheck = z.object({
  checkedAt: Instant,
  seals: z.array(Seal.extend({ recomputed: z.string(), holds: z.boolean() })),
  /** Whether the ledger's own rows still match the last seal. */
  ledgerHolds: z.boolean(),
  message: z.string(),
});
export type ReceiptCheck = z.infer<typeof ReceiptCheck>;

/** Routes for receipts. */
export const RECEIPT_ROUTES = {
  receipt: {
    ...GET,
    path: '/api/console/batches/{id}/receipt',
    shows: ['batch'],
    params: byId,
    answer: Receipt,
  },
  checkReceipt: {
    ...GET,
    path: '/api/console/batches/{id}/receipt/check',
    params: byId,
    answer: ReceiptCheck,
  },
} as const;
