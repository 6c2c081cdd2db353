import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { READ_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { chunks } from '../../../store/chunks.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { enrol, RANK } from './read-records.ts';

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
