import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';

/** Label of an Entity whose type is not known. */
export const NO_TYPE = 'Unknown type';

/**
 * The Entities whose name, type, brand or id has all terms of the filter.
 * @param type only those of this type, or null for all
 */
export function filterEntities(
  entities: readonly DirectoryEntity[],
  query: string,
  type: string | null,
): DirectoryEntity[] {
  const terms = searchTerms(query);
  return entities.filter(
    (each) =>
      (type === null || (each.type ?? NO_TYPE) === type) &&
      hasTerms([each.name, each.type, each.brand].join(' '), terms, each.id),
  );
}

/** How many Entities each type has, most first. */
export function countTypes(
  entities: readonly DirectoryEntity[],
): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of entities)
    counts.set(type ?? NO_TYPE, (counts.get(type ?? NO_TYPE) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type));
}
