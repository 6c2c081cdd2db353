import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DEPLOYMENT_RESOURCES } from '../../../contract/console/choices.ts';
import { chunks } from '../../../store/chunks.ts';
import { hasRowLocks } from '../../../store/dialect/row-locks.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { NEVER_MS } from './next-due.ts';
import { RANK } from './rank.ts';

/** How long a process may keep a claimed read; the end of the read releases it sooner. */
const CLAIM_MS = 5 * 60_000;
/** Share of history among reads claimed by policy, so that it does not starve. */
const HISTORY_SHARE = 0.25;
/** Share of those due by policy, while more are requested than can be done. */
const POLICY_SHARE = 1 / 8;

/** The reads that may be claimed. */
export interface DueReads {
  /** Milliseconds since the epoch. */
  now: number;
  /** About how many. */
  limit: number;
  /** The ranks of the reads, see `ranksOf`. */
  ranks: readonly number[];
}

type Read = Pick<FleetReadRow, 'entity_id' | 'resource'>;

/**
 * Claims reads that are free. Of two processes that find the same ones, the second sees that they are claimed when
 * it comes to write.
 * @param keys of the reads, as a query
 */
function claim(db: Kysely<Store>, keys: RawBuilder<Read>, now: number): Promise<FleetReadRow[]> {
  return db
    .updateTable('fleet_reads')
    .where(sql<boolean>`(entity_id, resource) in (${keys})`)
    .where('claimed_until', '<=', now)
    .set({ claimed_until: now + CLAIM_MS })
    .returningAll()
    .execute();
}

/** Due reads of a rank: of those requested the last one first, of the others the one overdue longest. */
function dueOf(rank: number, limit: number, now: number): RawBuilder<Read> {
  const order = sql.raw(rank === RANK.asked ? 'desc' : 'asc');
  return sql`select entity_id, resource from fleet_reads
    where rank = ${rank} and due_at <= ${now} and claimed_until <= ${now}
    order by due_at ${order}, entity_id ${order} limit ${limit}`;
}

/** Those of deployment resources, which do not wait for every Entity. */
function dueOnce(now: number): RawBuilder<Read> {
  const names = sql.join(DEPLOYMENT_RESOURCES);
  return sql`select entity_id, resource from fleet_reads
    where entity_id = '' and resource in (${names}) and rank = ${RANK.policy} and due_at <= ${now}`;
}

/** The order in which claimed reads are done. */
function inOrder(a: FleetReadRow, b: FleetReadRow): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.due_at !== b.due_at)
    return a.rank === RANK.asked ? b.due_at - a.due_at : a.due_at - b.due_at;
  if (a.entity_id !== b.entity_id) return a.entity_id < b.entity_id ? 1 : -1;
  // Sessions before history, which builds on them.
  return a.resource < b.resource ? 1 : -1;
}

/** Claims due reads, so that no other process does them: requested ones first, with a share of the others. */
export async function claimDue(
  db: Kysely<Store>,
  { now, limit, ranks }: DueReads,
): Promise<FleetReadRow[]> {
  const taken = await claim(db, dueOf(RANK.asked, limit, now), now);
  if (!ranks.includes(RANK.policy)) return taken.toSorted(inOrder);
  taken.push(...(await claim(db, dueOnce(now), now)));
  const most = Math.max(limit - taken.length, Math.ceil(limit * POLICY_SHARE));
  taken.push(...(await claim(db, dueOf(RANK.policy, most, now), now)));
  if (ranks.includes(RANK.history)) {
    const share = Math.ceil(most * HISTORY_SHARE);
    taken.push(...(await claim(db, dueOf(RANK.history, share, now), now)));
  }
  return taken.toSorted(inOrder);
}

/**
 * Claims one read, to see whether the Service answers at all: preferably of an Entity that was answered before and
 * of other resources, even if it is not due yet; otherwise of any Entity, since those overdue longest may all fail.
 * @param of.but resources to skip if there is another
 */
export async function claimProbe(
  db: Kysely<Store>,
  { now, ranks, but }: Omit<DueReads, 'limit'> & { but: readonly string[] },
): Promise<FleetReadRow | null> {
  const from = randomUUID();
  const find = (
    resources: readonly string[],
    isAfter: boolean,
    { wasAnswered, isEarly }: { wasAnswered: boolean; isEarly: boolean },
  ) => {
    let query = db
      .selectFrom('fleet_reads')
      .where('rank', 'in', ranks)
      .where('claimed_until', '<=', now);
    query = isEarly
      ? query
          .where('read_at', 'is not', null)
          .where('message', 'is', null)
          .where('due_at', '<', NEVER_MS)
      : query.where('due_at', '<=', now);
    if (resources.length > 0) query = query.where('resource', 'not in', resources);
    if (wasAnswered && !isEarly) {
      query = query.where((row) =>
        row.exists(
          row
            .selectFrom('fleet_reads as answered')
            .whereRef('answered.entity_id', '=', 'fleet_reads.entity_id')
            .where('answered.read_at', 'is not', null)
            .where('answered.message', 'is', null)
            .select('answered.entity_id'),
        ),
      );
    }
    const one = query
      .where('entity_id', isAfter ? '>=' : '<', from)
      .orderBy('entity_id')
      .limit(1)
      .select(['entity_id', 'resource']);
    return sql<Read>`${one}`;
  };
  const answered = { wasAnswered: true, isEarly: false };
  const any = { wasAnswered: false, isEarly: false };
  const early = { wasAnswered: true, isEarly: true };
  const others = [
    [but, answered],
    [but, any],
    [but, early],
  ] as const;
  const last = [
    [[], answered],
    [[], any],
  ] as const;
  for (const [resources, how] of but.length > 0 ? [...others, ...last] : last) {
    for (const isAfter of [true, false]) {
      const [taken] = await claim(db, find(resources, isAfter, how), now);
      if (taken !== undefined) return taken;
    }
  }
  return null;
}

/**
 * When the next unclaimed read is due, in milliseconds since the epoch, or Infinity.
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
      .where('claimed_until', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .select('due_at')
      .executeTakeFirst();
    next = Math.min(next, row?.due_at ?? Infinity);
  }
  return next;
}

/**
 * Releases the claims of reads that this process will not do after all. If no other process can share the store,
 * also those of the process before it; elsewhere the claims of one that is gone end by themselves.
 */
export async function releaseClaims(db: Kysely<Store>, reads: readonly Read[]): Promise<void> {
  const claimed = db
    .updateTable('fleet_reads')
    .where('claimed_until', '>', 0)
    .set({ claimed_until: 0 });
  if (!hasRowLocks(db)) await claimed.execute();
  else {
    for (const part of chunks(reads, 100)) {
      const keys = part.map(({ entity_id: id, resource }) => sql`(${id}, ${resource})`);
      await claimed.where(sql<boolean>`(entity_id, resource) in (${sql.join(keys)})`).execute();
    }
  }
}
