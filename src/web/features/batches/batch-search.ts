import { Evidence } from '../../../contract/console/resolution.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { VERDICTS } from '../../../domain/command-status.ts';

/** The columns that the rows of a batch can be sorted by. */
export const SORT_KEYS = [
  'entity',
  'type',
  'command',
  'status',
  'verification',
  'trigger',
  'error',
  'change',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** The columns of the matrix: what the verification says, apart from the status. */
export const PROOFS = ['none', 'pending', 'verified', 'failed', 'unrecognised'] as const;

/** What a batch's page keeps in its URL: which rows are shown, in which order, and which one is open. */
export const BatchSearch = z.object({
  verdict: z.enum(VERDICTS).optional().catch(undefined),
  /** A status word by word, and what the verification says: a cell of the matrix. */
  status: z.string().min(1).max(100).optional().catch(undefined),
  proof: z.enum(PROOFS).optional().catch(undefined),
  evidence: Evidence.optional().catch(undefined),
  /** Place of a planned item in the request. */
  item: z.coerce.number().int().min(0).max(999).optional().catch(undefined),
  /** Only Entities that were no known members at the send. */
  also: z.literal('1').optional().catch(undefined),
  /** Only rows that changed after they had been settled. */
  late: z.literal('1').optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  sort: z.enum(SORT_KEYS).optional().catch(undefined),
  dir: z.literal('desc').optional().catch(undefined),
  /** The Command whose history is open. */
  command: Uuid.optional().catch(undefined),
});
export type BatchSearch = z.infer<typeof BatchSearch>;

/** No filter at all; what is sorted or open stays. */
export const NO_FILTER = {
  verdict: undefined,
  status: undefined,
  proof: undefined,
  evidence: undefined,
  item: undefined,
  also: undefined,
  late: undefined,
  q: undefined,
} as const satisfies Partial<BatchSearch>;
