const DIGITS = 12;

/**
 * What rows are ordered by: without case, numbers by their size, and last what has no value. Both
 * databases order it alike, whatever they do with NULL.
 */
export function sortKey(value: string | null): string {
  if (value === null || value === '') return '1';
  const padded = value.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'));
  return `0${padded}`;
}

/** The one text that a search looks into. */
export function searchText(of: {
  id: string;
  name: string | null;
  type: string | null;
  brand: string | null;
  place: string | null;
  tags: readonly string[];
}): string {
  return [of.name, of.id, of.type, of.brand, of.place, ...of.tags]
    .filter((text) => text !== null)
    .join(' ')
    .toLowerCase();
}
