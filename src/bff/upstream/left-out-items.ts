import type { z } from '../../contract/zod.ts';
import { checkAnswer, jsonOf } from './client.ts';
import type { RawAnswer } from './exchange.ts';

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

/** The items of a list, and their path in the answer. */
function itemsOf(value: unknown): { items: readonly unknown[]; path: readonly string[] } | null {
  if (Array.isArray(value)) return { items: value, path: [] };
  const isPage = typeof value === 'object' && value !== null && 'data' in value;
  return isPage && Array.isArray(value.data) ? { items: value.data, path: ['data'] } : null;
}

/**
 * Reads the body of a success; of a list, the items that can be used.
 * @param leftOut takes the others
 * @throws UpstreamFault `unusable` if it is not a list, or none of its items can be used
 */
export function readUsable<S extends z.ZodType>(
  schema: S,
  answer: RawAnswer,
  leftOut: LeftOutItems,
): z.output<S> {
  const value = jsonOf(answer);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const list = itemsOf(value);
  const wrong = new Map<number, string>();
  for (const { path } of parsed.error.issues) {
    const at = path[list?.path.length ?? 0];
    const isInList = list?.path.every((name, depth) => path[depth] === name) ?? false;
    // Something outside the items is wrong too.
    if (!isInList || typeof at !== 'number') return checkAnswer(schema, value, answer);
    if (!wrong.has(at)) wrong.set(at, path.join('.'));
  }
  const kept = list?.items.filter((_, at) => !wrong.has(at)) ?? [];
  if (kept.length === 0) return checkAnswer(schema, value, answer);
  const rest = Array.isArray(value) ? kept : { ...Object(value), data: kept };
  const usable = checkAnswer(schema, rest, answer);
  for (const path of wrong.values()) leftOut.add(path);
  return usable;
}
