import type { Kysely } from 'kysely';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { HISTORY_FROM_MS, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { DAY_MS, instantMs } from '../../../domain/instant.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { quietOffboarded } from '../offboarding/offboarded.ts';
import { enrol, holdRecord, isOlder, RANK, ranksOf, setRecord } from './read-records.ts';
import { NEVER_MS, nextDue, nextTry } from './next-due.ts';
import { hashOf, storeTold } from './store-told.ts';
import type { Stored, Told } from './told-rows.ts';

/**
 * How a read ended: its data, or the failure and how long the Service wants to be left alone. Both if items of a
 * list could not be used: the others are stored, and the read counts as failed.
 */
export interface ReadEnd {
  record: FleetReadRow;
  resource: ReadResource;
  /** When it was requested, in milliseconds since the epoch. */
  askedAt: number;
  result: { told: Told; message: null } | { told: Told | null; message: string; waitMs: number };
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

function newestComputed(told: Told): number | null {
  if (told.resource !== 'sessions') return null;
  const all = told.rows.flatMap(({ row }) => instantMs(row.created) ?? []);
  return all.length === 0 ? null : all.reduce((a, b) => Math.max(a, b));
}

/** Stores since when the sessions of an Entity are known; older ones are history. @returns that instant */
async function storeKnownFrom(trx: Kysely<Store>, entityId: string, from: number): Promise<number> {
  const known = await trx
    .selectFrom('fleet_reads')
    .where('entity_id', '=', entityId)
    .where('resource', '=', 'sessions')
    .select('known_from')
    .executeTakeFirst();
  const earliest = Math.min(known?.known_from ?? from, from);
  await setRecord(trx, entityId, 'sessions', { known_from: earliest });
  return earliest;
}

/** @param storedHash of the stored data: an operator's read may have stored something meanwhile */
async function storeSuccess(
  trx: Kysely<Store>,
  policy: FleetPolicy | null,
  { record, resource, askedAt }: ReadEnd,
  told: Told,
  storedHash: string | null,
  now: number,
): Promise<boolean> {
  const { entity_id: owner } = record;
  const hash = hashOf(told);
  const isWide = 'isWide' in told && told.isWide;
  // The same sessions over a longer span show that others are no longer listed.
  const isNew = hash !== storedHash || told.resource === 'history' || isWide;
  const isAllStored = !isNew || (await storeTold(trx, owner, told, true, { askedAt, now }));
  let due_at = nextDue(policy, resource, now, newestComputed(told));
  let rank: number = RANK.policy;
  if ('span' in told && told.span !== null) {
    const isHistoryRead = ranksOf(policy).includes(RANK.history);
    if (resource === 'sessions' && isHistoryRead) await enrol(trx, [owner], ['history'], now);
    const earliest = await storeKnownFrom(trx, owner, told.span.from);
    if (resource === 'history') {
      rank = RANK.history;
      due_at = earliest <= HISTORY_FROM_MS || !isHistoryRead ? NEVER_MS : now;
    }
  }
  await setRecord(trx, owner, resource, {
    rank,
    due_at,
    read_at: now,
    tried_at: now,
    tries: 0,
    message: null,
    partial: null,
    asked_from: null,
    hash: isAllStored ? hash : null,
    asked_at: askedAt,
    ...(isWide ? { wide_at: now } : {}),
  });
  // A day without new sessions is complete from now on, which is a change too.
  const isNewDay = told.resource === 'sessions' && dayOf(record.read_at ?? 0) !== dayOf(now);
  return isNew || isNewDay || record.message !== null;
}

/**
 * Stores how a background read ended. What was requested before something stored meanwhile is dropped; unless that
 * was the whole, it is still due, and read again.
 * @param now milliseconds since the epoch
 */
export async function putRead(
  trx: Kysely<Store>,
  policy: FleetPolicy | null,
  end: ReadEnd,
  now: number,
): Promise<Stored> {
  const { record, resource, askedAt, result } = end;
  const { entity_id: owner } = record;
  const stored = await holdRecord(trx, owner, resource);
  if (isOlder(stored, resource, askedAt)) return { owner, resource, brought: 'nothing' };
  if (result.message === null) {
    const hash = stored?.hash ?? null;
    const isChanged = await storeSuccess(trx, policy, end, result.told, hash, now);
    return { owner, resource, brought: isChanged ? 'news' : 'same' };
  }
  const { told, message, waitMs } = result;
  if (told !== null) await storeTold(trx, owner, told, false, { askedAt, now });
  const tries = record.tries + 1;
  const again = Math.max(nextTry(policy, resource, tries, now), now + waitMs);
  await setRecord(trx, owner, resource, {
    rank: resource === 'history' ? RANK.history : RANK.policy,
    due_at: policy === null ? NEVER_MS : again,
    tried_at: now,
    tries,
    message,
    // Only a part is stored: the next whole list must be stored even if it equals the last one.
    ...(told === null ? { partial: null } : { partial: 1, hash: null, asked_at: askedAt }),
  });
  await quietOffboarded(trx, [owner]);
  return { owner, resource, brought: 'news' };
}
