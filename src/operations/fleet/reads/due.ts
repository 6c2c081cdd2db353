import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { NEVER_MS } from './next-due.ts';
import { RANK, inTurns, turnNow } from './turns.ts';

/** How long a process may keep a claimed read; the end of the read releases it sooner. */
const CLAIM_MS = 5 * 60_000;
/** Minimum share of history among reads claimed by policy, so that it does not starve. */
const HISTORY_SHARE = 0.25;
/** Minimum share of those claimed by policy, while more are requested than can be done. */
const POLICY_SHARE = 1 / 8;

/** The reads that may be claimed. */
export interface DueReads {
  /** Milliseconds since the epoch. */
  now: number;
  limit: number;
  /** The ranks of the reads, see `ranksOf`. */
  ranks: readonly number[];
}

/** What is claimed of them. */
export interface ClaimedReads extends DueReads {
  /** Requested reads only with a lower turn; absent: all. */
  before?: number;
}

type ReadKey = Pick<FleetReadRow, 'entity_id' | 'resource'>;

function dueOf(trx: Kysely<Store>, rank: number, limit: number, now: number): Promise<ReadKey[]> {
  return trx
    .selectFrom('fleet_reads')
    .where('rank', '=', rank)
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .orderBy('due_at')
    .orderBy('entity_id')
    .limit(limit)
    .select(['entity_id', 'resource'])
    .execute();
}

/** Requested reads whose turn is next. */
function askedNext(trx: Kysely<Store>, { limit, now, before = Infinity }: ClaimedReads) {
  return trx
    .selectFrom('fleet_reads')
    .where(inTurns(0, before))
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .orderBy(turnNow)
    .orderBy('due_at')
    .orderBy('entity_id')
    .limit(limit)
    .select(['entity_id', 'resource'])
    .execute();
}

/** Deployment resources due by policy. Selected here: SQLite would scan all due reads. */
async function dueOnce(trx: Kysely<Store>, now: number): Promise<ReadKey[]> {
  const once = await trx
    .selectFrom('fleet_reads')
    .where('entity_id', '=', '')
    .select(['entity_id', 'resource', 'rank', 'due_at', 'claimed_until'])
    .execute();
  return once.filter(
    (row) => row.rank === RANK.policy && row.due_at <= now && row.claimed_until <= now,
  );
}

async function claim(trx: Kysely<Store>, free: readonly ReadKey[], now: number) {
  if (free.length === 0) return [];
  return trx
    .updateTable('fleet_reads')
    .where((row) =>
      row.or(free.map((of) => row.and({ entity_id: of.entity_id, resource: of.resource }))),
    )
    .where('claimed_until', '<=', now)
    .set({ claimed_until: now + CLAIM_MS })
    .returningAll()
    .execute();
}

/**
 * Claims due reads, so that no other process does them: requested ones first, in turns by asker, then by policy, with
 * a share of history. Of those the longest overdue comes first, but deployment resources do not wait for every Entity.
 */
export async function claimDue(db: Kysely<Store>, due: ClaimedReads): Promise<FleetReadRow[]> {
  const { now, limit, ranks } = due;
  return db.transaction().execute(async (trx) => {
    const asked = await claim(trx, await askedNext(trx, due), now);
    const taken = [...asked];
    const take = async (rank: number, most: number) => {
      if (most <= 0) return;
      taken.push(...(await claim(trx, await dueOf(trx, rank, most, now), now)));
    };
    if (!ranks.includes(RANK.policy)) return inOrder(taken);
    taken.push(...(await claim(trx, await dueOnce(trx, now), now)));
    const isHistoryRead = ranks.includes(RANK.history);
    const most = Math.max(limit, asked.length + Math.ceil(limit * POLICY_SHARE));
    const history = isHistoryRead ? Math.ceil((most - taken.length) * HISTORY_SHARE) : 0;
    await take(RANK.policy, most - taken.length - history);
    if (isHistoryRead) await take(RANK.history, most - taken.length);
    await take(RANK.policy, most - taken.length);
    return inOrder(taken);
  });
}

/** The order in which claimed reads are done; only requested ones have a turn. */
function inOrder(rows: readonly FleetReadRow[]): FleetReadRow[] {
  return rows
    .map((row) => ({ ...row, turn: row.rank === RANK.asked ? row.turn : null }))
    .toSorted((a, b) => a.rank - b.rank || (a.turn ?? 0) - (b.turn ?? 0) || a.due_at - b.due_at);
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
    trx: Kysely<Store>,
    resources: readonly string[],
    isAfter: boolean,
    { wasAnswered, isEarly }: { wasAnswered: boolean; isEarly: boolean },
  ) => {
    let query = trx
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
    return query
      .where('entity_id', isAfter ? '>=' : '<', from)
      .orderBy('entity_id')
      .limit(1)
      .select(['entity_id', 'resource'])
      .execute();
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
      const [taken] = await db
        .transaction()
        .execute(async (trx) => claim(trx, await find(trx, resources, isAfter, how), now));
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

/** Releases the claims of a stopped process: a data folder belongs to one process. */
export async function releaseClaims(db: Kysely<Store>): Promise<void> {
  await db
    .updateTable('fleet_reads')
    .where('claimed_until', '>', 0)
    .set({ claimed_until: 0 })
    .execute();
}
