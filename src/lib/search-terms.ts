/** Shortest id prefix that is searched: almost every id contains any letter or two. */
const ID_TERM_MIN = 4;

/** The terms of a text filter, in lower case. */
export function searchTerms(query: string | undefined): string[] {
  return (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a term may be an id or its prefix; otherwise ids are not searched. */
export function mayBeId(term: string): boolean {
  return term.length >= ID_TERM_MIN;
}

/** Whether a term is an id or its prefix. */
function beginsId(term: string, id: string | null): boolean {
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
