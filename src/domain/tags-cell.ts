const QUOTED = /[,;|]|^"/;
/** A tag in quotes, or what stands up to the next separator; quotes inside a tag are part of it. */
const TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|]|$)|([^,;|]*))(?:[,;|]|$)/g;

/** Tags in one cell of a table; one with a separator in it is put in quotes, as in CSV. */
export function tagsCell(tags: readonly string[]): string {
  return tags.map((tag) => (QUOTED.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');
}

/** The tags of a cell, separated by commas, semicolons or bars. */
export function readTagsCell(cell: string): string[] {
  return [...cell.matchAll(TAG)]
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain?.trim() ?? '')
    .filter((tag) => tag !== '');
}
