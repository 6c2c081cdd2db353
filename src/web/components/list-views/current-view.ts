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

function keyOf(search: ViewSearch, counts: (key: string) => boolean): string {
  return JSON.stringify(
    Object.entries(search)
      .filter(([key]) => counts(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The name of a view that shows what an address shows: a saved one with its order and columns, or null. */
export function currentView(
  search: ViewSearch,
  builtIn: readonly BuiltInView[],
  saved: readonly { name: string; search: ViewSearch }[],
): { kind: 'saved' | 'built-in'; name: string } | null {
  const whole = keyOf(search, () => true);
  const own = saved.find((view) => keyOf(view.search, () => true) === whole);
  if (own !== undefined) return { kind: 'saved', name: own.name };
  const isFilter = (key: string) => !LOOKS.has(key);
  const filters = keyOf(search, isFilter);
  const view = builtIn.find((each) => keyOf(each.search, isFilter) === filters);
  return view === undefined ? null : { kind: 'built-in', name: view.name };
}

/** What opens a built-in view: its filters, in the order and with the columns that the list has now. */
export function opening(view: ViewSearch, now: ViewSearch): ViewSearch {
  const looks = Object.entries(now).filter(([key]) => LOOKS.has(key));
  return { ...Object.fromEntries(looks), ...view };
}
