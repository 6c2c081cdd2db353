const DIGITS = 12;

/**
 * The sort key of rows: case-insensitive, numbers by size, missing values last. Both databases sort
 * alike, whatever they do with NULL.
 */
export function sortKey(value: string | null): string {
  if (value === null || value === '') return '1';
  const padded = value.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'));
  return `0${padded}`;
}

/** The text in which a search looks; ids are searched apart, by their beginning. */
export function searchText(of: {
  name: string | null;
  type: string | null;
  brand: string | null;
  place: string | null;
  tags: readonly string[];
}): string {
  return [of.name, of.type, of.brand, of.place, ...of.tags]
    .filter((text) => text !== null)
    .join(' ')
    .toLowerCase();
}

/** Added to numbers, so that the texts of negative ones sort too. */
const OFFSET = 10n ** 17n;

/** The sort key of a number, which is rounded to a whole one; missing values last, as in `sortKey`. */
export function numberKey(value: number | bigint | null): string {
  if (value === null) return sortKey(null);
  const whole = typeof value === 'bigint' ? value : BigInt(Math.round(value));
  return `0${String(whole + OFFSET).padStart(18, '0')}`;
}

/** Keys from this one on are of missing values. */
export const MISSING_KEY = sortKey(null);
