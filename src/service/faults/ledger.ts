import { shownCommand } from '../handlers/commands.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Store } from '../store/store.ts';

/**
 * What the service really did, whatever it answered: every accepted batch, oldest first, with the
 * current state of its Commands. Commands of a world file belong to none.
 */
export async function readLedger(store: Store) {
  const batches = await store.selectFrom('batch').selectAll().orderBy('position').execute();
  const rows = await store
    .selectFrom('command')
    .selectAll()
    .where('batch_id', 'is not', null)
    .orderBy('trigger_ms')
    .orderBy('id')
    .execute();
  const commands = groupBy(rows, (row) => row.batch_id ?? '');
  return batches.map((batch) => {
    const body: unknown = JSON.parse(batch.body);
    return {
      batchId: batch.id,
      endpoint: batch.endpoint,
      collectiveId: batch.collective_id,
      receivedAtMs: batch.told_ms,
      body,
      commands: (commands.get(batch.id) ?? []).map((row) => {
        const { id, entityId, type, value, triggerTime, status } = shownCommand(row);
        return { id, entityId, type, value, triggerTime, status };
      }),
    };
  });
}
