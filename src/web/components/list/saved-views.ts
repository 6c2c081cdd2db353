import { z } from '../../../contract/zod.ts';

/** Lists that have saved views. */
export type ListName = 'collectives' | 'entities' | 'batches';

/** Parameters of an address; the page that opens checks their values. */
const ViewSearch = z.record(z.string(), z.string().max(200));
export type ViewSearch = z.infer<typeof ViewSearch>;

/** A view under the name that its operator gave it. */
export const SavedView = z.object({ name: z.string().trim().min(1).max(60), search: ViewSearch });
export type SavedView = z.infer<typeof SavedView>;

const Stored = z.array(SavedView).max(50);

const keyOf = (list: ListName) => `gridhelm-views-${list}`;

/** The saved views of a list; none if this browser stores nothing, or nothing readable. */
export function savedViews(list: ListName): readonly SavedView[] {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores the views of a list. @returns false if this browser stores nothing */
export function storeViews(list: ListName, views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

/** Views with one more, in place of one of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Parameters that change how rows look or are ordered, not which they are. */
const LOOKS: ReadonlySet<string> = new Set(['sort', 'order', 'cols']);

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
