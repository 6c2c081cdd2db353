import { randomUUID } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { DEPLOYMENT_RESOURCES } from '../../../contract/console/choices.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { NEVER_MS } from './next-due.ts';
import { RANK } from './read-records.ts';

/** Share of history among the reads due by policy, so that it does not starve. */
const HISTORY_SHARE = 0.25;
/** Share of those due by policy, while more are requested than can be done. */
const POLICY_SHARE = 1 / 8;

/** The reads that may be done. */
export interface DueReads {
  /** Milliseconds since the epoch. */
  now: number;
  /** The ranks of the reads, see `ranksOf`. */
  ranks: readonly number[];
  /** Those that were taken already, see `keyOf`. */
  taken: ReadonlyMap<string, unknown>;
}

/** What a read is known by while it is under way. */
export const keyOf = (record: Pick<FleetReadRow, 'entity_id' | 'resource'>) =>
  `${record.entity_id} ${record.resource}`;

/** The order in which reads are done. */
function inOrder(a: FleetReadRow, b: FleetReadRow): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.due_at !== b.due_at)
    return a.rank === RANK.asked ? b.due_at - a.due_at : a.due_at - b.due_at;
  if (a.entity_id !== b.entity_id) return a.entity_id < b.entity_id ? 1 : -1;
  // Sessions before history, which builds on them.
  return a.resource < b.resource ? 1 : -1;
}

/**
 * Finds due reads that are not taken: requested ones first, with a share of the others.
 * @param of.limit about how many
 * @returns these, and whether there may be more
 */
export async function findDue(
  db: Kysely<Store>,
  { now, ranks, taken, limit }: DueReads & { limit: number },
): Promise<{ reads: FleetReadRow[]; isMore: boolean }> {
  let isMore = false;
  /** Of those requested the last one first, of the others the one overdue longest. */
  const dueOf = async (rank: number, most: number) => {
    const order = rank === RANK.asked ? 'desc' : 'asc';
    const rows = await db
      .selectFrom('fleet_reads')
      .where('rank', '=', rank)
      .where('due_at', '<=', now)
      .orderBy('due_at', order)
      .orderBy('entity_id', order)
      .limit(most + taken.size)
      .selectAll()
      .execute();
    const free = rows.filter((row) => !taken.has(keyOf(row)));
    isMore ||= free.length >= most;
    return free.slice(0, most);
  };
  const reads = await dueOf(RANK.asked, limit);
  if (ranks.includes(RANK.policy)) {
    // Those of deployment resources do not wait for every Entity.
    const once = await db
      .selectFrom('fleet_reads')
      .where('entity_id', '=', '')
      .where('resource', 'in', DEPLOYMENT_RESOURCES)
      .where('rank', '=', RANK.policy)
      .where('due_at', '<=', now)
      .selectAll()
      .execute();
    reads.push(...once.filter((row) => !taken.has(keyOf(row))));
    const most = Math.max(limit - reads.length, Math.ceil(limit * POLICY_SHARE));
    const byPolicy = await dueOf(RANK.policy, most);
    reads.push(...byPolicy.filter((row) => !once.some((each) => keyOf(each) === keyOf(row))));
    if (ranks.includes(RANK.history)) {
      reads.push(...(await dueOf(RANK.history, Math.ceil(most * HISTORY_SHARE))));
    }
  }
  return { reads: reads.toSorted(inOrder), isMore };
}

type Condition = (row: ExpressionBuilder<Store, 'fleet_reads'>) => Expression<SqlBool>;

/** An Entity of which something was read without a failure. */
const wasAnswered: Condition = (row) =>
  row.exists(
    row
      .selectFrom('fleet_reads as answered')
      .whereRef('answered.entity_id', '=', 'fleet_reads.entity_id')
      .where('answered.read_at', 'is not', null)
      .where('answered.message', 'is', null)
      .select('answered.entity_id'),
  );

/** A read that did not fail, even if it is not due yet. */
const isEarly: Condition = (row) =>
  row.and([
    row('read_at', 'is not', null),
    row('message', 'is', null),
    row('due_at', '<', NEVER_MS),
  ]);

/**
 * Finds a read that shows whether the Service answers at all: preferably of an Entity that was answered before and
 * of other resources, even if it is not due yet; otherwise of any Entity, since those overdue longest may all fail.
 * @param of.but resources to skip if there is another
 */
export async function findProbe(
  db: Kysely<Store>,
  { now, ranks, taken, but }: DueReads & { but: readonly string[] },
): Promise<FleetReadRow | null> {
  const from = randomUUID();
  const isDue: Condition = (row) => row('due_at', '<=', now);
  const isOther: Condition = (row) => row('resource', 'not in', but);
  const others = [
    [isOther, isDue, wasAnswered],
    [isOther, isDue],
    [isOther, isEarly],
  ];
  for (const conditions of [...(but.length > 0 ? others : []), [isDue, wasAnswered], [isDue]]) {
    for (const side of ['>=', '<'] as const) {
      const rows = await db
        .selectFrom('fleet_reads')
        .where('rank', 'in', ranks)
        .where((row) => row.and(conditions.map((condition) => condition(row))))
        .where('entity_id', side, from)
        .orderBy('entity_id')
        .limit(1 + taken.size)
        .selectAll()
        .execute();
      const free = rows.find((row) => !taken.has(keyOf(row)));
      if (free !== undefined) return free;
    }
  }
  return null;
}

/**
 * When the next read becomes due that is not due yet, in milliseconds since the epoch, or Infinity.
 * @param ranks see DueReads
 */
export async function nextDueAt(
  db: Kysely<Store>,
  ranks: readonly number[],
  now: number,
): Promise<number> {
  let next = Infinity;
  for (const rank of ranks) {
    const row = await db
      .selectFrom('fleet_reads')
      .where('rank', '=', rank)
      .where('due_at', '>', now)
      .orderBy('due_at')
      .limit(1)
      .select('due_at')
      .executeTakeFirst();
    next = Math.min(next, row?.due_at ?? Infinity);
  }
  return next;
}
