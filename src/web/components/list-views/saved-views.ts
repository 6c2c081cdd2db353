import { useSyncExternalStore } from 'react';
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

const listeners = new Set<() => void>();
const read = new Map<ListName, { text: string; views: readonly SavedView[] }>();
const NONE: readonly SavedView[] = [];

function keyOf(list: ListName): string {
  return `gridhelm-views-${list}`;
}

function storedText(list: ListName): string {
  try {
    return localStorage.getItem(keyOf(list)) ?? '[]';
  } catch {
    // Storage is blocked: there are no views.
    return '[]';
  }
}

function parseViews(text: string): readonly SavedView[] {
  try {
    return Stored.catch([]).parse(JSON.parse(text));
  } catch {
    return NONE;
  }
}

/** The saved views of a list; the same array until something changes. */
export function savedViews(list: ListName): readonly SavedView[] {
  const text = storedText(list);
  const known = read.get(list);
  if (known?.text === text) return known.views;
  const views = parseViews(text);
  read.set(list, { text, views });
  return views;
}

function store(list: ListName, views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(views));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** Saves a view under a name, replacing one of the same name. @returns false if it cannot be saved */
export function saveView(list: ListName, view: SavedView): boolean {
  const others = savedViews(list).filter(({ name }) => name !== view.name);
  const views = [...others, view].toSorted((a, b) => a.name.localeCompare(b.name));
  return store(list, views);
}

/** Deletes a view. */
export function deleteView(list: ListName, name: string): void {
  store(
    list,
    savedViews(list).filter((view) => view.name !== name),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser may save one too.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The saved views of a list, kept up to date. */
export function useSavedViews(list: ListName): readonly SavedView[] {
  return useSyncExternalStore(subscribe, () => savedViews(list));
}
