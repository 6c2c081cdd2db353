import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { formatCount } from '../../../domain/format.ts';

/** Whose resources are read again. */
export type RefreshTarget =
  | { kind: 'all' }
  | { kind: 'collective'; id: string; name: string | null }
  | { kind: 'entities'; ids: readonly string[]; name?: string | null }
  /** The Entities of a list as it is filtered. */
  | { kind: 'filter'; filter: EntityFilter };

/** The target in words, after "Refresh". */
export function targetLabel(target: RefreshTarget): string {
  switch (target.kind) {
    case 'all':
      return 'the whole directory';
    case 'collective':
      return target.name ?? 'this Collective';
    case 'entities':
      return target.name ?? formatCount(target.ids.length, 'Entity', 'Entities');
    case 'filter':
      return 'the Entities of this list';
  }
}
