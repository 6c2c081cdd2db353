import { ENTITY_SORTS } from '../../../contract/console/choices.ts';
import { z } from '../../../contract/zod.ts';
import { Text } from '../../components/list/address.ts';
import { declareList } from '../../components/list/declare-list.ts';
import { ENTITY_FILTERS, entityFilterOf } from '../../components/list/entity-filters.ts';
import type { EntityList } from './directory-queries.ts';

/** A directory list in its address: filters, order and columns. */
export const DIRECTORY = declareList({
  ...ENTITY_FILTERS,
  sort: z.enum([...ENTITY_SORTS, 'entities', 'next', 'silent', 'failing', 'partial', 'unread']),
  order: z.enum(['asc', 'desc']),
  /** Keys of the columns, separated by commas. */
  cols: Text,
});
export const ListSearch = DIRECTORY.schema;
export type ListSearch = z.infer<typeof ListSearch>;

/** The order of a list of Entities. */
export function entityListOf(search: ListSearch): EntityList {
  const sort = ENTITY_SORTS.find((each) => each === search.sort);
  return { ...entityFilterOf(search), sort, order: search.order };
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
