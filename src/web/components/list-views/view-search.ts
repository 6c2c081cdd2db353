import type { ViewSearch } from './saved-views.ts';

/** A predefined view of a list. */
export interface BuiltInView {
  name: string;
  /** Its filters. */
  search: ViewSearch;
  /** Number of its rows; undefined while not known. */
  count?: number | undefined;
}

/** Parameters that change how rows look or are ordered, not which they are. */
const LOOKS: ReadonlySet<string> = new Set(['sort', 'order', 'cols', 'rows']);

/** The defined parameters of a search. */
export function viewSearchOf(search: object): ViewSearch {
  return Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
}

/** The search that opens a built-in view: its filters, with the list's current order and columns. */
export function opening(view: ViewSearch, now: ViewSearch): ViewSearch {
  const looks = Object.entries(now).filter(([key]) => LOOKS.has(key));
  return { ...Object.fromEntries(looks), ...view };
}

/** Whether two searches are equal. */
export function isSame(a: ViewSearch, b: ViewSearch): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
