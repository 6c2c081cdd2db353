import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { READ_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import { NOT_BY_POLICY, freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { chunks } from '../../../store/chunks.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { RANK } from './rank.ts';

/** The ranks that are read. @param policy null: only requested reads */
export function ranksOf(policy: FleetPolicy | null): readonly number[] {
  if (policy === null) return [RANK.asked];
  const isHistoryRead = policy.history !== NOT_BY_POLICY;
  return isHistoryRead ? Object.values(RANK) : [RANK.asked, RANK.policy];
}

/** A condition on the records of reads. */
export type ReadCondition = (row: ExpressionBuilder<Store, 'fleet_reads'>) => Expression<SqlBool>;

/** The last read failed. */
export const failedReads: ReadCondition = (row) => row('tries', '>', 0);

/** The last read did not fail but is too old, or there was none. @param now milliseconds */
export function staleReads(policy: FleetPolicy, now: number): ReadCondition {
  return (row) =>
    row.and([
      row('tries', '=', 0),
      row.or([
        row('read_at', 'is', null),
        ...READ_RESOURCES.map((resource) =>
          row.and([
            row('resource', '=', resource),
            row('read_at', '<', Math.max(0, freshFrom(policy, resource, now))),
          ]),
        ),
      ]),
    ]);
}

/** Requested reads, which go before all that are due by policy. */
export interface AskedReads {
  /** Ids of Entities, of Collectives or '', by the kind of the resources. */
  entityIds: readonly string[];
  resources: readonly ReadResource[];
  /** Narrows the reads down; absent: all of them. */
  only?: ReadCondition;
  /** For `history`: back to this instant, in milliseconds. */
  historyFrom?: number;
}

/**
 * Requests reads; wake the scheduler afterwards. One that was requested before is done once, as this request.
 * @param now milliseconds since the epoch
 * @returns number of requested reads
 */
export async function askReads(
  db: Kysely<Store>,
  { entityIds, resources, only, historyFrom }: AskedReads,
  now: number,
): Promise<number> {
  let count = 0;
  const from = historyFrom ?? sql.ref('asked_from');
  for (const part of chunks([...new Set(entityIds)])) {
    count += await inTransaction(db, async (trx) => {
      await enrol(trx, part, resources, now);
      const { numUpdatedRows } = await trx
        .updateTable('fleet_reads')
        .where('entity_id', 'in', part)
        .where('resource', 'in', resources)
        .$if(only !== undefined, (query) => query.where((row) => only?.(row) ?? row.lit(true)))
        .set({
          due_at: now,
          rank: RANK.asked,
          asked_from: sql<number | null>`case when asked_from < ${from}
            then asked_from else ${from} end`,
        })
        .executeTakeFirst();
      return Number(numUpdatedRows);
    });
    await turn();
  }
  return count;
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
