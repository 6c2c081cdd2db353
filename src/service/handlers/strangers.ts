import type { Command } from '../../contract/command.ts';
import { isoInstant } from '../../domain/instant.ts';
import { uuidFor } from '../random.ts';
import type { Store } from '../store/store.ts';

/**
 * Entities of an organisation outside a Collective, by id: a service with wrong members of the Collective
 * commands them too.
 */
export function strangersTo(
  store: Store,
  collectiveId: string,
  organisationId: string,
  count: number,
) {
  return store
    .selectFrom('entity')
    .select(['id', 'type', 'behaviour', 'commands'])
    .where('organisation_id', '=', organisationId)
    .where('offboarded', '=', 0)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('collective_entity')
        .select('entity_id')
        .where('collective_id', '=', collectiveId),
    )
    .orderBy('id')
    .limit(count)
    .execute();
}

/** Answer rows for Entities that do not exist, if there are too few strangers. */
export function inventedRows(
  batchId: string,
  count: number,
  item: { type: string; value: string | null; triggerMs: number },
): Command[] {
  return Array.from({ length: count }, (_, at) => ({
    id: uuidFor('invented-command', batchId, at),
    entityId: uuidFor('invented-entity', batchId, at),
    status: 'Pending',
    triggerTime: isoInstant(item.triggerMs),
    type: item.type,
    value: item.value,
    error: null,
    verification: null,
  }));
}
