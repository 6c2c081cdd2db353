import type { Rights } from '../../../domain/permissions.ts';
import { dispatchWords } from '../../../domain/permissions.ts';
import { useCollectiveWords } from '../../api/collective-names.ts';

/** Says what somebody may dispatch, with the names of Collectives. */
export function useGrantWords(): (rights: Rights) => string[] {
  const words = useCollectiveWords();
  return (rights) => dispatchWords(rights, words);
}
