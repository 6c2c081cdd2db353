import { createHash } from 'node:crypto';

/** Combines the content of an item into a key: different content has a different key. */
export function attentionKey(kind: string): {
  add(part: string): void;
  key(): string;
} {
  const hash = createHash('sha256');
  return {
    add(part) {
      hash.update(`${part}\n`);
    },
    key: () => `${kind}:${hash.digest('base64url')}`,
  };
}

/** Entities of an item, with a few names. */
export interface SomeEntities {
  key: string;
  count: number;
  entities: { id: string; name: string | null }[];
}

/** Maximum number of named Entities. */
export const NAMED = 3;

/** Counts Entities, each once and in the order of their ids. */
export function collectEntities(kind: string): {
  add(entity: { id: string; name: string | null }): void;
  all(): SomeEntities;
} {
  const about = attentionKey(kind);
  const entities: SomeEntities['entities'] = [];
  let count = 0;
  return {
    add({ id, name }) {
      about.add(id);
      count += 1;
      if (entities.length < NAMED) entities.push({ id, name });
    },
    all: () => ({ key: about.key(), count, entities }),
  };
}
