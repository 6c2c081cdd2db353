import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { VERDICTS } from '../../../domain/command-status.ts';

/** Sort keys of the rows of a batch. */
export const SORT_KEYS = [
  'entity',
  'type',
  'command',
  'status',
  'trigger',
  'error',
  'change',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** URL state of a batch's page: filters, order, grouping, and the open row. */
export const BatchSearch = z.object({
  verdict: z.enum(VERDICTS).optional().catch(undefined),
  /** Index of a planned item in the request. */
  item: z.coerce.number().int().min(0).max(999).optional().catch(undefined),
  /** Only Entities that were not known in the Collective when sent. */
  also: z.literal('1').optional().catch(undefined),
  /** Only rows that changed after their final state. */
  late: z.literal('1').optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  sort: z.enum(SORT_KEYS).optional().catch(undefined),
  dir: z.literal('desc').optional().catch(undefined),
  /** By cause, or one plain list; absent: by cause if something had failed when the page was opened. */
  group: z.enum(['cause', 'none']).optional().catch(undefined),
  /** The Command whose history is open. */
  command: Uuid.optional().catch(undefined),
});
export type BatchSearch = z.infer<typeof BatchSearch>;

/** Clears all filters, but keeps order and open row. */
export const NO_FILTER = {
  verdict: undefined,
  item: undefined,
  also: undefined,
  late: undefined,
  q: undefined,
} as const satisfies Partial<BatchSearch>;
