/** Shortest beginning of an id that is searched for: a letter or two occur in almost every id. */
const ID_TERM_MIN = 4;

/** The terms of a text filter, in lower case. */
export function searchTerms(query: string | undefined): string[] {
  return (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a term may be an id, or its beginning; ids are not searched otherwise. */
export function mayBeId(term: string): boolean {
  return term.length >= ID_TERM_MIN;
}

/** Whether a term is an id or its beginning. */
export function beginsId(term: string, id: string | null): boolean {
  return mayBeId(term) && id?.toLowerCase().startsWith(term) === true;
}

/** Whether each term occurs in a text, in any case, or begins the id that belongs to it. */
export function hasTerms(
  text: string,
  terms: readonly string[],
  id: string | null = null,
): boolean {
  const lower = text.toLowerCase();
  return terms.every((term) => lower.includes(term) || beginsId(term, id));
}
