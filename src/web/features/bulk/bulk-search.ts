import { z } from '../../../contract/zod.ts';
import { BULK_ITEM_FILTERS } from '../../../contract/console/choices.ts';
import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { FACT_SEARCH, NO_FACTS } from '../../components/filter-bar/fact-search.ts';

const Text = z.string().max(200).optional().catch(undefined);

/** URL state of the page of a new run: how the Entities are chosen. */
export const BulkSearch = z.object({
  /** `ids`: pasted; `file`: a table. Absent: by the filters below. */
  whom: z.enum(['ids', 'file']).optional().catch(undefined),
  q: Text,
  type: Text,
  brand: Text,
  tag: Text,
  source: Text,
  collective: Uuid.optional().catch(undefined),
  health: z.enum(['unreachable', 'offboarded', 'fine']).optional().catch(undefined),
  archived: z.literal('1').optional().catch(undefined),
  ...FACT_SEARCH,
  /** All Entities, without any filter. */
  all: z.literal('1').optional().catch(undefined),
  /** The run that a new one is based on, and how. */
  from: Uuid.optional().catch(undefined),
  how: z.enum(['back', 'again']).optional().catch(undefined),
});
export type BulkSearch = z.infer<typeof BulkSearch>;

/** URL state of the page of a run. */
export const BulkRunSearch = z.object({
  state: z.enum(BULK_ITEM_FILTERS).optional().catch(undefined),
});
export type BulkRunSearch = z.infer<typeof BulkRunSearch>;

/** The filter of the chosen Entities, or null if none are chosen. */
export function targetFilterOf(search: BulkSearch): EntityFilter | null {
  const { whom: _whom, all, from: _from, how: _how, ...named } = search;
  const filter: EntityFilter = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== undefined && value !== ''),
  );
  return Object.keys(filter).length === 0 && all === undefined ? null : filter;
}

/** A search without filters. */
export const NO_TARGETS: Partial<BulkSearch> = {
  q: undefined,
  type: undefined,
  brand: undefined,
  tag: undefined,
  source: undefined,
  collective: undefined,
  health: undefined,
  archived: undefined,
  ...NO_FACTS,
  all: undefined,
  from: undefined,
  how: undefined,
};
