import type { Kysely } from 'kysely';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { chunks } from '../../../store/chunks.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { AnswerTimes } from '../reads/told-rows.ts';
import { noteSucceeded } from './offboarded.ts';

const RESOURCE = 'offboarding';

/** The Entity of a request, and its components. */
function idsOf({ data }: OffboardingRequest): string[] {
  return [data?.id ?? null, ...(data?.components ?? [])].filter((id) => id !== null);
}

/**
 * Stores requests, except where data read after the request for these is known.
 * @param isWhole whether others known then are no longer listed
 */
export async function writeOffboarding(
  trx: Kysely<Store>,
  requests: readonly OffboardingRequest[],
  isWhole: boolean,
  { askedAt, now }: AnswerTimes,
): Promise<boolean> {
  const rows = [...new Map(requests.map((each) => [each.id, each])).values()].map((request) => ({
    id: request.id,
    entity_id: request.data?.id ?? null,
    status: request.status,
    content: JSON.stringify(request),
    known_at: now,
  }));
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
          .select(['id', 'content', 'known_at'])
          .execute()
      ).map((row) => [row.id, row]),
    );
    const later = part.filter(({ id }) => (known.get(id)?.known_at ?? 0) <= askedAt);
    const changed = later.filter(({ id, content }) => known.get(id)?.content !== content);
    isChanged ||= changed.length > 0;
    if (later.length === 0) continue;
    await trx
      .insertInto('offboarding_requests')
      .values(later)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          entity_id: row.ref('excluded.entity_id'),
          status: row.ref('excluded.status'),
          content: row.ref('excluded.content'),
          known_at: row.ref('excluded.known_at'),
        })),
      )
      .execute();
    const succeeded = changed.filter(({ status }) => status === 'Succeeded');
    await noteSucceeded(
      trx,
      succeeded.flatMap(({ content }) => idsOf(fromJson(OffboardingRequest, content))),
      now,
    );
  }
  if (isWhole) {
    await trx.deleteFrom('offboarding_requests').where('known_at', '<', askedAt).execute();
  }
  return isChanged;
}

/**
 * Stores Offboarding Requests that an answer named, besides those known.
 * @param now when it came, in milliseconds since the epoch
 * @param askedAt when it was requested; the answer to a change counts as of `now`
 * @returns whether they changed what is known
 */
export function storeOffboarding(
  db: Kysely<Store>,
  requests: readonly OffboardingRequest[],
  now: number,
  askedAt = now,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await writeOffboarding(trx, requests, false, { askedAt, now }))) return false;
    // Without a hash the next read is compared with nothing, so it is stored.
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', '=', '')
      .where('resource', '=', RESOURCE)
      .set({ hash: null })
      .execute();
    return true;
  });
}

async function wasRead(db: Kysely<Store>): Promise<boolean> {
  const read = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', '')
    .where('resource', '=', RESOURCE)
    .where('read_at', 'is not', null)
    .select('read_at')
    .executeTakeFirst();
  return read !== undefined;
}

/** The Entities with a Pending request, and their components, as last read; null: never read. */
export async function knownOffboardings(db: Kysely<Store>): Promise<ReadonlySet<string> | null> {
  const pending = await db
    .selectFrom('offboarding_requests')
    .where('status', '=', 'Pending')
    .select('content')
    .execute();
  if (pending.length === 0 && !(await wasRead(db))) return null;
  return new Set(pending.flatMap(({ content }) => idsOf(fromJson(OffboardingRequest, content))));
}
