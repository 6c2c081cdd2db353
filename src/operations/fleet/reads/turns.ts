import { sql, type Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';

/** The order of reads. */
export const RANK = { asked: 0, policy: 1, history: 2 } as const;

/** Reads that the scheduler claims together. */
export const TAKEN = 64;

/** Small refreshes are one asker: what an operator looks at, see `stepOf`. */
export const LOOKING = 'looking';
/** A refresh of at most this many reads counts as what an operator looks at. */
export const LOOKED_AT = 50;

/** From one read of an asker to its next. A read with a lower turn goes first. */
const STEP = 8;
/** With this step, a read of another asker gets its turn after eight of these. */
const LOOKING_STEP = 1;

/** How far the turns of an asker's reads are apart, which decides its share. */
export function stepOf(asker: string): number {
  return asker === LOOKING ? LOOKING_STEP : STEP;
}

/** Requested reads. The rank is part of the text, as in the index by asker. */
export const isAsked = sql<boolean>`fleet_reads.rank = ${sql.lit(RANK.asked)}`;

/** The turn of a requested read, otherwise null: as in the index. */
export const turnNow = sql<number>`(case when rank = ${sql.lit(RANK.asked)} then turn end)`;

/** Requested reads from a turn to another one, by the index of turns. */
export function inTurns(from: number, to: number) {
  const upTo = to < Infinity ? sql` and ${turnNow} < ${to}` : sql``;
  return sql<boolean>`(turn is not null and ${turnNow} >= ${from}${upTo})`;
}

/** What to set to move single reads to the front, before all that others requested. */
export const AT_FRONT = {
  rank: RANK.asked,
  turn: sql<number>`coalesce((select turn from fleet_reads where ${inTurns(0, Infinity)}
    order by ${turnNow} limit 1), 0)`,
  asked_by: null,
};

/**
 * The turn of the next read that an asker requests: after those it still waits for, and not before the reads that
 * are being done, so that time without requests earns nothing.
 * @param now milliseconds since the epoch
 */
export async function nextTurn(db: Kysely<Store>, asker: string, now: number): Promise<number> {
  const first = db
    .selectFrom('fleet_reads')
    .where(inTurns(0, Infinity))
    .orderBy(turnNow)
    .limit(1)
    .select('turn');
  const oldest = await first.executeTakeFirst();
  const free = await first.where('claimed_until', '<=', now).executeTakeFirst();
  const own = await db
    .selectFrom('fleet_reads')
    .where(isAsked)
    .where('asked_by', '=', asker)
    .orderBy('turn', 'desc')
    .limit(1)
    .select('turn')
    .executeTakeFirst();
  // A read that is retried for long keeps its turn, and must not let later askers go before all others.
  const least = free === undefined ? 0 : (free.turn ?? 0) - TAKEN * STEP;
  const current = Math.max(oldest?.turn ?? 0, least);
  return own === undefined ? current : Math.max(current, (own.turn ?? 0) + stepOf(asker));
}

/** Number of requested reads that are done before one with this turn. */
export async function countBefore(db: Kysely<Store>, turn: number): Promise<number> {
  const { count } = await db
    .selectFrom('fleet_reads')
    .where(inTurns(0, turn))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
