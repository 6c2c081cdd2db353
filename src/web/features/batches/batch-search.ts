import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { Flag, Text } from '../../components/list/address.ts';
import { declareList, hidden } from '../../components/list/declare-list.ts';
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

/** The page of a batch in its address: filters, order, grouping, and the open row. */
const BATCH = declareList({
  verdict: hidden(z.enum(VERDICTS)),
  /** Index of a planned item in the request. */
  item: hidden(z.coerce.number().int().min(0).max(999)),
  /** Only Entities that were not known in the Collective when sent. */
  also: hidden(Flag),
  /** Only rows that changed after their final state. */
  late: hidden(Flag),
  q: hidden(Text),
  sort: z.enum(SORT_KEYS),
  dir: z.literal('desc'),
  /** By cause, or one plain list; absent: by cause if something had failed when the page was opened. */
  group: z.enum(['cause', 'none']),
  /** The Command whose history is open. */
  command: Uuid,
});
export const BatchSearch = BATCH.schema;
export type BatchSearch = z.infer<typeof BatchSearch>;

/** Clears all filters, but keeps order and open row. */
export const NO_FILTER = BATCH.none;

/** Whether the rows are filtered. */
export const isFiltered: (search: BatchSearch) => boolean = BATCH.isNarrowed;
