import {
  COLLECTIVE_RESOURCES,
  FLEET_RESOURCES,
  READ_RESOURCES,
  type ReadResource,
} from '../../../contract/console/choices.ts';
import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { formatCount } from '../../../domain/format.ts';

/** What to read again. */
export type RefreshTarget =
  | { kind: 'all' }
  | { kind: 'collective'; id: string; name: string | null }
  | { kind: 'entities'; ids: readonly string[]; name?: string | null }
  /** The Entities of a filtered list. */
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

/** What can be read for a target: only the whole directory includes resources that exist once. */
export function offered({ kind }: RefreshTarget): readonly ReadResource[] {
  if (kind === 'all') return READ_RESOURCES;
  return kind === 'collective' ? [...FLEET_RESOURCES, ...COLLECTIVE_RESOURCES] : FLEET_RESOURCES;
}
