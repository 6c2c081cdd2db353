import type { Collective } from '../../../contract/collective.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';

/** How removing a member changed a Collective, compared with the directory. */
interface Difference {
  /** Entities that were known there and are no longer in the answer. */
  gone: readonly DirectoryEntity[];
  /** Entities of the answer that were not known there. */
  added: readonly string[];
}

/**
 * Compares the Entities known before with those in the Service's answer. @returns null if the answer has no
 * list of Entities, which differs from an empty one
 */
export function differenceOf(
  known: readonly DirectoryEntity[],
  answer: Pick<Collective, 'entities'>,
): Difference | null {
  if (answer.entities === null) return null;
  const after = new Set(answer.entities);
  const before = new Set(known.map(({ id }) => id));
  return {
    gone: known.filter(({ id }) => !after.has(id)),
    added: [...after].filter((id) => !before.has(id)),
  };
}
