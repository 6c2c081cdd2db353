import type { Kysely } from 'kysely';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { NOT_BY_POLICY, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

/**
 * The order of reads: requested ones, then those due by policy, then history. Of the requested ones the newest
 * request goes first, since somebody waits for it.
 */
export const RANK = { asked: 0, policy: 1, history: 2 } as const;

/** The ranks that are read. @param policy null: only requested reads */
export function ranksOf(policy: FleetPolicy | null): readonly number[] {
  if (policy === null) return [RANK.asked];
  const isHistoryRead = policy.history !== NOT_BY_POLICY;
  return isHistoryRead ? Object.values(RANK) : [RANK.asked, RANK.policy];
}

/** Locks the record of a read: nothing else stores its resource before the transaction ends. */
export function holdRecord(trx: Kysely<Store>, id: string, resource: ReadResource) {
  return (
    trx
      .updateTable('fleet_reads')
      .where('entity_id', '=', id)
      .where('resource', '=', resource)
      // A select alone would not lock it in PostgreSQL.
      .set((row) => ({ hash: row.ref('hash') }))
      .returning(['hash', 'changed_at', 'asked_at'])
      .executeTakeFirst()
  );
}

const BY_ROW: ReadonlySet<ReadResource> = new Set([
  'commands',
  'sessions',
  'history',
  'offboarding',
]);

/** Whether each row is stored with the time of its request, rather than each whole answer. */
export function isByRow(resource: ReadResource): boolean {
  return BY_ROW.has(resource);
}

/** Whether an answer may be older than what is stored: requested before it, or before a change of this console. */
export function isOlder(
  record: { changed_at: number | null; asked_at: number | null } | undefined,
  resource: ReadResource,
  askedAt: number,
): boolean {
  const { changed_at: changedAt = null, asked_at: lastAt = null } = record ?? {};
  return (
    askedAt < (changedAt ?? -Infinity) || (!isByRow(resource) && askedAt < (lastAt ?? -Infinity))
  );
}

/** Changes the record of a read. */
export async function setRecord(
  trx: Kysely<Store>,
  owner: string,
  resource: ReadResource,
  change: Partial<FleetReadRow>,
): Promise<void> {
  await trx
    .updateTable('fleet_reads')
    .where('entity_id', '=', owner)
    .where('resource', '=', resource)
    .set(change)
    .execute();
}

/** Adds missing records of reads, due one resource after another. @param entityIds see AskedReads */
export async function enrol(
  trx: Kysely<Store>,
  entityIds: readonly string[],
  resources: readonly ReadResource[],
  now: number,
): Promise<void> {
  for (const [at, resource] of resources.entries()) {
    await trx
      .insertInto('fleet_reads')
      .values(
        entityIds.map((id) => ({
          entity_id: id,
          resource,
          rank: resource === 'history' ? RANK.history : RANK.policy,
          due_at: now + at,
          tries: 0,
        })),
      )
      .onConflict((conflict) => conflict.columns(['entity_id', 'resource']).doNothing())
      .execute();
  }
}
