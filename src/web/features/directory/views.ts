import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { EntityFacets } from '../../../contract/console/directory-list.ts';
import { facetOptions } from '../../components/list/entity-filters.ts';

/** The views of the list of Collectives. */
export const COLLECTIVE_VIEWS = [
  { name: 'All', search: {} },
  { name: 'Planned', search: { planned: '1' } },
  { name: 'With silent Entities', search: { silent: '1' } },
  { name: 'Unreadable', search: { reads: 'failing' } },
] as const;

/** The views of all Entities, each with at most one filter. */
export const ENTITY_VIEWS = [
  { name: 'All', search: {} },
  { name: 'Failed', search: { outcome: 'failed' } },
  { name: 'Silent', search: { silent: '1' } },
  { name: 'Planned', search: { planned: '1' } },
  { name: 'No capacity', search: { capacity: NO_VALUE } },
  { name: 'Unreadable', search: { reads: 'failing' } },
] as const;

/** How many Entities a view shows. @param all the counts of all Entities; undefined while they are being read */
export function countOfView(all: EntityFacets | undefined, view: object): number | undefined {
  const [filter] = Object.entries(view);
  if (all === undefined || filter === undefined) return all?.total;
  const [key, wanted] = filter;
  return facetOptions(all)[key]?.find(({ value }) => value === wanted)?.count ?? 0;
}
