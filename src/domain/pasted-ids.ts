import { Uuid } from '../contract/primitives.ts';

/** Ids that were pasted, and what is among them that is none. */
interface PastedIds {
  ids: string[];
  /** Texts that are no ids, verbatim. */
  wrong: string[];
  /** How many were there more than once. */
  repeated: number;
}

/** Reads pasted ids, however they are separated. */
export function readIds(text: string): PastedIds {
  const parts = text.split(/[\s,;|"'[\]]+/).filter((part) => part !== '');
  const ids = new Set<string>();
  const wrong: string[] = [];
  let repeated = 0;
  for (const part of parts) {
    const parsed = Uuid.safeParse(part);
    if (!parsed.success) wrong.push(part);
    else if (ids.has(parsed.data)) repeated += 1;
    else ids.add(parsed.data);
  }
  return { ids: [...ids], wrong, repeated };
}
