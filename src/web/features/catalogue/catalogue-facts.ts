import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { EntityType } from '../../../contract/entity-type.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';

/**
 * The types that match a query, with the brands to show: all of a type whose own name matches, else those that
 * match together with its name.
 */
export function matchingTypes(
  types: readonly EntityType[],
  query: string,
): { type: string; brands: string[] }[] {
  const terms = searchTerms(query);
  return types
    .toSorted((a, b) => a.type.localeCompare(b.type))
    .flatMap(({ type, brands }) => {
      const all = (brands ?? []).toSorted((a, b) => a.localeCompare(b));
      if (hasTerms(type, terms)) return [{ type, brands: all }];
      const some = all.filter((brand) => hasTerms(`${type} ${brand}`, terms));
      return some.length === 0 ? [] : [{ type, brands: some }];
    });
}

/** How many Entities of our directory have a value; null while not known. */
export function countOf(
  values: readonly { value: string; count: number }[] | undefined,
  value: string,
): number | null {
  if (values === undefined) return null;
  return values.find((each) => each.value === value)?.count ?? 0;
}

/** Types or brands that our directory has and the catalogue lacks, most used first. */
export function notOffered(
  values: readonly { value: string; count: number }[] | undefined,
  offered: readonly string[],
): { value: string; count: number }[] {
  return (values ?? []).filter(({ value }) => value !== NO_VALUE && !offered.includes(value));
}
