import { z } from '../../../contract/zod.ts';
import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { FACT_SEARCH, NO_FACTS } from '../../components/filter-bar/fact-search.ts';
import type { EntityList } from './directory-queries.ts';

const Text = z.string().max(200).optional().catch(undefined);

/** URL state of a directory list: filters, order, columns and row height. */
export const ListSearch = z.object({
  q: Text,
  type: Text,
  brand: Text,
  tag: Text,
  source: Text,
  collective: Text,
  health: z.enum(['unreachable', 'offboarded', 'fine']).optional().catch(undefined),
  archived: z.literal('1').optional().catch(undefined),
  ...FACT_SEARCH,
  sort: z
    .enum([...ENTITY_SORTS, 'entities', 'next', 'silent', 'failing', 'partial', 'unread'])
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** Keys of the columns, separated by commas. */
  cols: Text,
  rows: z.literal('roomy').optional().catch(undefined),
});
export type ListSearch = z.infer<typeof ListSearch>;

/** A search without its filters. */
export const NO_FILTERS = {
  q: undefined,
  type: undefined,
  brand: undefined,
  tag: undefined,
  source: undefined,
  collective: undefined,
  health: undefined,
  archived: undefined,
  ...NO_FACTS,
} as const satisfies Partial<ListSearch>;

/** The filters of a search, without its order and columns. */
function filtersOf(search: ListSearch) {
  const { sort: _sort, order: _order, cols: _cols, rows: _rows, ...filters } = search;
  return filters;
}

/** Whether any filter is on. */
export function isFiltered(search: ListSearch): boolean {
  return Object.values(filtersOf(search)).some((value) => value !== undefined);
}

const Uuid = z.guid();

/** The filter of a list of Entities, without invalid values. */
export function entityFilterOf(search: ListSearch): EntityFilter {
  const filter = {
    ...filtersOf(search),
    collective: Uuid.safeParse(search.collective).data,
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** The order of a list of Entities. */
export function entityListOf(search: ListSearch): EntityList {
  const { order } = search;
  const entitySort = ENTITY_SORTS.find((each) => each === search.sort);
  return {
    ...entityFilterOf(search),
    ...(entitySort === undefined ? {} : { sort: entitySort }),
    ...(order === undefined ? {} : { order }),
  };
}

/**
 * The columns of a list.
 * @param all keys in order
 * @param preset those shown by default
 */
export function columnsOf(
  search: ListSearch,
  all: readonly string[],
  preset: readonly string[],
): string[] {
  const asked = new Set(search.cols?.split(',') ?? preset);
  const shown = all.filter((key) => asked.has(key));
  return shown.length === 0 ? [...preset] : shown;
}
