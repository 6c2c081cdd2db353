import { Uuid } from '../contract/primitives.ts';

/** The result of parsing pasted ids. */
interface PastedIds {
  ids: string[];
  /** Texts that are not ids, verbatim. */
  wrong: string[];
  /** The number of ids that occurred more than once. */
  repeated: number;
}

const BARE = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** An id as other programs write it, also in braces or without hyphens; null if it is none. */
export function readId(text: string): string | null {
  const bare = /^\{(.*)\}$/.exec(text)?.[1] ?? text;
  return Uuid.safeParse(bare.replace(BARE, '$1-$2-$3-$4-$5')).data ?? null;
}

/** Parses pasted ids with any separator. */
export function readIds(text: string): PastedIds {
  const parts = text.split(/[\s,;|"'[\]]+/).filter((part) => part !== '');
  const ids = new Set<string>();
  const wrong: string[] = [];
  let repeated = 0;
  for (const part of parts) {
    const id = readId(part);
    if (id === null) wrong.push(part);
    else if (ids.has(id)) repeated += 1;
    else ids.add(id);
  }
  return { ids: [...ids], wrong, repeated };
}
