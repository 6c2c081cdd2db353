import type { Store } from '../store/store.ts';
import type { StepKind } from './step.ts';

/** How long an Offboarding Request stays Pending before the Entity leaves, in milliseconds. */
export const OFFBOARDING_TAKES_MS = 10 * 60_000;

/** Completes Offboarding Requests: the Entity leaves its Collectives, and its ids answer 404. */
export const offboardingSteps: StepKind = {
  name: 'offboarding',
  nextDue: async (store) => {
    const row = await store
      .selectFrom('offboarding_request')
      .select('due_ms')
      .where('due_ms', 'is not', null)
      .orderBy('due_ms')
      .limit(1)
      .executeTakeFirst();
    return row?.due_ms ?? null;
  },
  run: async (store, untilMs) => {
    const due = await store
      .selectFrom('offboarding_request')
      .select(['id', 'entity_id'])
      .where('due_ms', '<=', untilMs)
      .orderBy('due_ms')
      .orderBy('position')
      .execute();
    for (const request of due) await complete(store, request);
  },
};

async function complete(store: Store, request: { id: string; entity_id: string }): Promise<void> {
  await store
    .updateTable('offboarding_request')
    .set({ status: 'Succeeded', due_ms: null })
    .where('id', '=', request.id)
    .execute();
  await store
    .updateTable('entity')
    .set({ offboarded: 1 })
    .where('id', '=', request.entity_id)
    .execute();
  await store.deleteFrom('collective_entity').where('entity_id', '=', request.entity_id).execute();
  // The service no longer reaches the device, so open Commands have no further step.
  await store
    .updateTable('command')
    .set({ due_ms: null })
    .where('entity_id', '=', request.entity_id)
    .execute();
}
