import { Uuid } from '../contract/primitives.ts';

/** The result of parsing pasted ids. */
interface PastedIds {
  ids: string[];
  /** Texts that are not ids, verbatim. */
  wrong: string[];
  /** The number of ids that occurred more than once. */
  repeated: number;
}

/** Parses pasted ids with any separator. */
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
