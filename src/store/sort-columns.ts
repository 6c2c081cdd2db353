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

/** The text that a search matches; ids are searched separately, by prefix. */
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

/** Beyond these all numbers sort alike: a key has a fixed length. */
const LARGEST = 9n * OFFSET - 1n;
const SMALLEST = -OFFSET;

function wholeOf(value: number): bigint {
  if (Number.isFinite(value)) return BigInt(Math.round(value));
  return value < 0 ? SMALLEST : LARGEST;
}

/**
 * The sort key of a number, rounded to a whole one; missing values last, as in `sortKey`.
 * @param value any, since the Service may report absurd ones; NaN counts as missing
 */
export function numberKey(value: number | bigint | null): string {
  if (value === null || Number.isNaN(value)) return sortKey(null);
  const whole = typeof value === 'bigint' ? value : wholeOf(value);
  const kept = whole > LARGEST ? LARGEST : whole < SMALLEST ? SMALLEST : whole;
  return `0${String(kept + OFFSET).padStart(18, '0')}`;
}

/** Keys from this one on belong to missing values. */
export const MISSING_KEY = sortKey(null);
