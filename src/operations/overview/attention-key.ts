import { createHash } from 'node:crypto';

/** The key of an item that needs attention: different content has a different key. */
export function attentionKey(kind: string, content: readonly string[]): string {
  return `${kind}:${createHash('sha256').update(content.join('\n')).digest('base64url')}`;
}

type Named = { id: string; name: string | null };

/** Entities of an item, with a few names. */
export interface SomeEntities {
  key: string;
  count: number;
  entities: Named[];
}

/** Maximum number of named Entities. */
const NAMED = 3;

/** Entities as an item, each once and in the order of their ids. */
export function someEntities(kind: string, found: readonly Named[]): SomeEntities {
  const entities = found
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const key = attentionKey(
    kind,
    entities.map(({ id }) => id),
  );
  return { key, count: entities.length, entities: entities.slice(0, NAMED) };
}
