import type { Kysely } from 'kysely';
import type { ReadResource } from '../../../contract/console/choices.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { quietOffboarded } from '../offboarding/offboarded.ts';
import { enrol, holdRecord, isByRow, isOlder, RANK, setRecord } from './read-records.ts';
import { NEVER_MS, nextDue, nextTry } from './next-due.ts';
import { storeTold } from './store-told.ts';
import type { Stored, Told } from './told-rows.ts';

/** What the Service said of one resource in answer to an operator or a job. */
export interface FleetAnswer {
  /** Id of the Entity or the Collective; empty for deployment resources. */
  owner: string;
  told: Told;
  /** Whether everything of the resource is known now. */
  isWhole: boolean;
  /** When it was requested, in milliseconds since the epoch; null: it answered a change of this console. */
  askedAt: number | null;
}

/**
 * Locks the record of a read. It keeps the time of a change, and when an answer stored as one was requested; data
 * of a Collective is found by its record, to be removed with it.
 */
async function recordOf(
  trx: Kysely<Store>,
  { owner, told: { resource }, askedAt }: FleetAnswer,
  now: number,
) {
  const known = await holdRecord(trx, owner, resource);
  if (known !== undefined || (askedAt !== null && isByRow(resource))) return known;
  await enrol(trx, [owner], [resource], now);
  return holdRecord(trx, owner, resource);
}

/**
 * Stores an answer, unless it may be older than what is stored.
 * @param now milliseconds since the epoch
 */
export async function putAnswer(
  trx: Kysely<Store>,
  policy: FleetPolicy | null,
  answer: FleetAnswer,
  now: number,
): Promise<Stored> {
  const { owner, told, isWhole, askedAt } = answer;
  const { resource } = told;
  const record = await recordOf(trx, answer, now);
  const at = askedAt ?? now;
  if (isOlder(record, resource, at)) return { owner, resource, brought: 'nothing' };
  const isAll = await storeTold(trx, owner, told, isWhole, { askedAt: at, now });
  const due = { rank: RANK.policy, due_at: nextDue(policy, resource, now, null) };
  const read = { ...due, read_at: now, tried_at: now, tries: 0, message: null, partial: null };
  // Without a hash the next read is compared with nothing, so it is stored.
  const change = { hash: null, asked_at: at, ...(isWhole ? read : {}) };
  await setRecord(trx, owner, resource, change);
  // Older maps must be read again.
  const isMoved = isAll && resource === 'locations' && 'deleted' in told;
  return {
    owner,
    resource,
    brought: 'news',
    ...(isMoved ? { changed: { places: null, locations: null } } : {}),
  };
}

/** A change got no answer: it may have happened, which the next read shows. */
export async function putDoubt(
  trx: Kysely<Store>,
  owner: string,
  resource: ReadResource,
  now: number,
): Promise<Stored> {
  await enrol(trx, [owner], [resource], now);
  await setRecord(trx, owner, resource, { changed_at: now, due_at: now });
  return { owner, resource, brought: 'nothing' };
}

/** The Service refused a read of an operator, which counts as failed from now on and is tried again soon. */
export async function putRefusal(
  trx: Kysely<Store>,
  policy: FleetPolicy | null,
  { owner, resource, message }: { owner: string; resource: ReadResource; message: string },
  now: number,
): Promise<Stored> {
  const due_at = policy === null ? NEVER_MS : nextTry(policy, resource, 1, now);
  const { numUpdatedRows } = await trx
    .updateTable('fleet_reads')
    .where('entity_id', '=', owner)
    .where('resource', '=', resource)
    // Known failures keep their back-off; a requested read shows the same soon.
    .where('tries', '=', 0)
    .where('rank', '<>', RANK.asked)
    .set({ tries: 1, message, tried_at: now, due_at })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { owner, resource, brought: 'nothing' };
  await quietOffboarded(trx, [owner]);
  return { owner, resource, brought: 'news' };
}
