import {
  COLLECTIVE_RESOURCES,
  FLEET_RESOURCES,
  READ_RESOURCES,
  type ReadResource,
} from '../../../contract/console/choices.ts';
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

/** What can be read of a target: only the whole directory has what there is once. */
export function offered({ kind }: RefreshTarget): readonly ReadResource[] {
  if (kind === 'all') return READ_RESOURCES;
  return kind === 'collective' ? [...FLEET_RESOURCES, ...COLLECTIVE_RESOURCES] : FLEET_RESOURCES;
}

/** What of it is chosen at first: older sessions take a request for each page, and are chosen on purpose. */
export function usual(target: RefreshTarget): ReadResource[] {
  return offered(target).filter((resource) => resource !== 'history');
}
