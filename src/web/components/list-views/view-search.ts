import type { ViewSearch } from './saved-views.ts';

/** A view that every list of its kind has. */
export interface BuiltInView {
  name: string;
  /** Its filters. */
  search: ViewSearch;
  /** Number of its rows; undefined while not known. */
  count?: number | undefined;
}

/** Parameters that change how rows look or stand, not which they are. */
const LOOKS: ReadonlySet<string> = new Set(['sort', 'order', 'cols', 'rows']);

/** A search of an address without what is absent. */
export function viewSearchOf(search: object): ViewSearch {
  return Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
}

/** What opens a built-in view: its filters, in the order and with the columns that the list has now. */
export function opening(view: ViewSearch, now: ViewSearch): ViewSearch {
  const looks = Object.entries(now).filter(([key]) => LOOKS.has(key));
  return { ...Object.fromEntries(looks), ...view };
}

/** Whether two searches of addresses are the same. */
export function isSame(a: ViewSearch, b: ViewSearch): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
