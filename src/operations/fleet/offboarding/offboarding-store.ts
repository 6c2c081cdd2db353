import type { Kysely } from 'kysely';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { chunks } from '../../../store/chunks.ts';
import { readCounter, setCounter } from '../../../store/counters.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { raiseFleet } from '../fleet-version.ts';

/** Name of the counter with the time of the last whole read, in milliseconds since the epoch. */
const READ_AT = 'offboarding-read';

/**
 * Stores Offboarding Requests that an answer named.
 * @param now milliseconds since the epoch
 * @returns whether one of them is new or has changed
 */
export function storeOffboarding(
  db: Kysely<Store>,
  requests: readonly OffboardingRequest[],
  now: number,
): Promise<boolean> {
  const rows = [...new Map(requests.map((each) => [each.id, each])).values()].map((request) => ({
    id: request.id,
    entity_id: request.data?.id ?? null,
    status: request.status,
    content: JSON.stringify(request),
    known_at: now,
  }));
  return db.transaction().execute(async (trx) => {
    let isChanged = false;
    for (const part of chunks(rows)) {
      const known = new Map(
        (
          await trx
            .selectFrom('offboarding_requests')
            .where(
              'id',
              'in',
              part.map(({ id }) => id),
            )
            .select(['id', 'content'])
            .execute()
        ).map(({ id, content }) => [id, content]),
      );
      isChanged ||= part.some(({ id, content }) => known.get(id) !== content);
      await trx
        .insertInto('offboarding_requests')
        .values(part)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({
            entity_id: row.ref('excluded.entity_id'),
            status: row.ref('excluded.status'),
            content: row.ref('excluded.content'),
            known_at: row.ref('excluded.known_at'),
          })),
        )
        .execute();
    }
    if (isChanged) await raiseFleet(trx);
    return isChanged;
  });
}

/** When all requests were read last, in milliseconds since the epoch, or null. */
export function offboardingReadAt(db: Kysely<Store>): Promise<number | null> {
  return readCounter(db, READ_AT);
}

/** Notes that all requests were read; others that are stored are not listed any more. */
export async function finishOffboardingRead(db: Kysely<Store>, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('offboarding_requests').where('known_at', '<', now).execute();
    await setCounter(trx, READ_AT, now);
  });
}

/** The Entities with a Pending request, and their components, as last read; null: never read. */
export async function knownOffboardings(db: Kysely<Store>): Promise<ReadonlySet<string> | null> {
  const pending = await db
    .selectFrom('offboarding_requests')
    .where('status', '=', 'Pending')
    .select('content')
    .execute();
  if (pending.length === 0 && (await offboardingReadAt(db)) === null) return null;
  const ids = pending.flatMap(({ content }) => {
    const { data } = fromJson(OffboardingRequest, content);
    return [data?.id ?? null, ...(data?.components ?? [])];
  });
  return new Set(ids.filter((id) => id !== null));
}
