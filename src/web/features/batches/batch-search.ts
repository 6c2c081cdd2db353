import { BATCH_ROW_SORTS, type BatchRowFilter } from '../../../contract/console/batch.ts';
import { z } from '../../../contract/zod.ts';
import { VERDICTS } from '../../../domain/command-status.ts';
import { Flag, Text } from '../../components/list/address.ts';
import { declareList, hidden } from '../../components/list/declare-list.ts';

const Index = z.coerce.number().int().min(0);

/** The page of a batch in its address: the planned item, filters, order, and the open row. */
const BATCH = declareList({
  /** Index of a planned item in the request; absent: the one that is due. */
  item: Index.max(999),
  verdict: hidden(z.enum(VERDICTS)),
  cause: hidden(z.string().max(2100)),
  /** Only Entities that were not known in the Collective when sent. */
  also: hidden(Flag),
  /** Only rows that changed after their final state. */
  late: hidden(Flag),
  q: hidden(Text),
  sort: z.enum(BATCH_ROW_SORTS),
  dir: z.literal('desc'),
  /** Position of the Command whose history is open. */
  command: Index,
});
export const BatchSearch = BATCH.schema;
export type BatchSearch = z.infer<typeof BatchSearch>;

/** Clears all filters, but keeps item, order and open row. */
export const NO_FILTER = BATCH.none;

/** Whether the rows are filtered. */
export const isFiltered: (search: BatchSearch) => boolean = BATCH.isNarrowed;

/** Filters and order as the server takes them. @param item undefined: all items */
export function rowFilter(search: BatchSearch, item: number | undefined): BatchRowFilter {
  const { verdict, cause, also, late, q, sort, dir } = search;
  return { item, verdict, cause, also, late, q, sort, order: dir };
}
