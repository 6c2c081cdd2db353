import type { Rights } from '../../../domain/permissions.ts';
import { dispatchWords } from '../../../domain/permissions.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';

/** Says what somebody may dispatch, with the names of Collectives. */
export function useGrantWords(): (rights: Rights) => string[] {
  const names = useCollectiveNames();
  return (rights) => dispatchWords(rights, (id) => names.get(id) ?? id);
}
