import { z } from '../../../contract/zod.ts';
import { JOB_ITEM_FILTERS } from '../../../contract/console/choices.ts';
import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { address, Flag } from '../../components/list/address.ts';
import { declareList } from '../../components/list/declare-list.ts';
import { ENTITY_FILTERS, entityFilterOf } from '../../components/list/entity-filters.ts';

/** The page of a new run in its address: how the Entities are chosen. */
export const TARGETS = declareList({
  ...ENTITY_FILTERS,
  /** `ids`: pasted; `file`: a table. Absent: by the filters above. */
  whom: z.enum(['ids', 'file']),
  /** All Entities, without any filter. */
  all: Flag,
  /** The run that a new one is based on, and how. */
  from: Uuid,
  how: z.enum(['back', 'again']),
});
export const BulkSearch = TARGETS.schema;
export type BulkSearch = z.infer<typeof BulkSearch>;

/** URL state of the page of a run. */
export const BulkRunSearch = address({ state: z.enum(JOB_ITEM_FILTERS) });
export type BulkRunSearch = z.infer<typeof BulkRunSearch>;

/** The filter of the chosen Entities, or null if none are chosen. */
export function targetFilterOf(search: BulkSearch): EntityFilter | null {
  const filter = entityFilterOf(search);
  return Object.keys(filter).length === 0 && search.all === undefined ? null : filter;
}

/** A search without filters. */
export const NO_TARGETS: BulkSearch = {
  ...TARGETS.none,
  all: undefined,
  from: undefined,
  how: undefined,
};
