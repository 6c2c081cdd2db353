import type { z } from '../contract/zod.ts';

/** Items of an answer that cannot be used while others are kept. */
export class LeftOutItems {
  #count = 0;
  #first = '';

  /** @param path the missing or wrong path, such as `data.3.id` */
  add(path: string): void {
    this.#count += 1;
    this.#first ||= path;
  }

  /** The message about them; null if there are none. */
  message(): string | null {
    const of = 'of the Device Connectivity Service’s answer cannot be used';
    const where = `"${this.#first}" is missing or wrong`;
    if (this.#count === 0) return null;
    return this.#count === 1
      ? `One item ${of}: ${where}. The others are kept.`
      : `${this.#count} items ${of}; of the first, ${where}. The others are kept.`;
  }
}

/** What can be used of an answer, and a sentence about what cannot; or the first path that spoils all of it. */
export type Usable<T> = { data: T; leftOut: string | null } | { wrong: string };

/** The items of a list, and their path in the answer. */
function itemsOf(value: unknown): { items: readonly unknown[]; path: readonly string[] } | null {
  if (Array.isArray(value)) return { items: value, path: [] };
  const isPage = typeof value === 'object' && value !== null && 'data' in value;
  return isPage && Array.isArray(value.data) ? { items: value.data, path: ['data'] } : null;
}

/** Reads an answer; of a list, the items that can be used. It cannot be used if none of its items can. */
export function readUsable<S extends z.ZodType>(schema: S, value: unknown): Usable<z.output<S>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data, leftOut: null };
  const useless = { wrong: parsed.error.issues[0]?.path.join('.') ?? '' };
  const list = itemsOf(value);
  const wrong = new Map<number, string>();
  for (const { path } of parsed.error.issues) {
    const at = path[list?.path.length ?? 0];
    const isInList = list?.path.every((name, depth) => path[depth] === name) ?? false;
    // Something outside the items is wrong too.
    if (!isInList || typeof at !== 'number') return useless;
    if (!wrong.has(at)) wrong.set(at, path.join('.'));
  }
  const kept = list?.items.filter((_, at) => !wrong.has(at)) ?? [];
  if (kept.length === 0) return useless;
  const rest = schema.safeParse(Array.isArray(value) ? kept : { ...Object(value), data: kept });
  if (!rest.success) return useless;
  const leftOut = new LeftOutItems();
  for (const path of wrong.values()) leftOut.add(path);
  return { data: rest.data, leftOut: leftOut.message() };
}
