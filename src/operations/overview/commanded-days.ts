import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../domain/instant.ts';
import { addDays, dateIn, startOfDateMs } from '../../domain/time.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Clock } from '../../lib/clock.ts';
import { HOUR_MS } from '../dispatch/batches/others-commands.ts';
import { createTurns, inChunks, type ChunkedWork } from '../fleet/in-chunks.ts';

/** Days of Commands that are counted. */
const COMMAND_DAYS = 14;

/** A Command is due when its dispatch takes effect, or at the latest when a check of a lost answer finds it. */
export const LATE_MS = 2 * DAY_MS;

async function verdictsBetween(db: Kysely<Store>, fromMs: number, beforeMs: number) {
  const rows = await db
    .selectFrom('intents')
    .innerJoin('sent_commands', 'sent_commands.dispatch_id', 'intents.id')
    .where('intents.effect_to', '>=', fromMs - LATE_MS)
    .where('intents.effect_from', '<', beforeMs)
    .where('due_at', '>=', fromMs)
    .where('due_at', '<', beforeMs)
    .groupBy('verdict')
    .select((row) => ['verdict', row.fn.countAll<number | string>().as('count')])
    .execute();
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, Number(count)]));
}

/** Every zone is a multiple of this from UTC, in ms. */
const QUARTER_MS = 15 * 60_000;

/** Commands of other systems with a derived status that were due within a quarter of an hour. */
export interface OthersInQuarter {
  /** Its begin, in milliseconds since the epoch. */
  atMs: number;
  verdict: string;
  count: number;
}

/**
 * What other systems sent in the days that are counted in any zone, a day in each chunk.
 * @param now milliseconds since the epoch
 */
export async function othersInQuarters(
  db: Kysely<Store>,
  now: number,
  clock: Pick<Clock, 'elapsed'>,
  work: ChunkedWork,
): Promise<OthersInQuarter[]> {
  const found: OthersInQuarter[] = [];
  let from = now - (COMMAND_DAYS + 1) * DAY_MS;
  await inChunks(clock, work, async () => {
    const quarter = sql<number>`trigger_at / 900000`;
    const rows = await db
      .selectFrom('commands')
      .where('dispatch_id', 'is', null)
      .where(sql`trigger_at / 3600000`, '>=', Math.floor(from / HOUR_MS))
      .where(sql`trigger_at / 3600000`, '<=', Math.floor((from + DAY_MS) / HOUR_MS))
      .where('trigger_at', '>', from)
      .where('trigger_at', '<=', from + DAY_MS)
      .groupBy([quarter, 'verdict'])
      .select((row) => [quarter.as('quarter'), 'verdict', row.fn.countAll<number>().as('count')])
      .execute();
    for (const { quarter: at, verdict, count } of rows) {
      found.push({ atMs: at * QUARTER_MS, verdict: verdict ?? 'unrecognised', count });
    }
    from += DAY_MS;
    return from < now;
  });
  return found;
}

/**
 * Commands that were due on each of the last days, by derived status.
 * @param zone IANA name of the zone whose days are counted
 * @param others what other systems sent
 * @param now milliseconds since the epoch
 * @returns oldest day first; `weekAgo` is up to today's time of day, seven days before
 */
export async function commandedDays(
  db: Kysely<Store>,
  zone: string,
  others: readonly OthersInQuarter[],
  now: number,
) {
  const today = dateIn(zone, now);
  const turn = createTurns();
  const between = async (fromMs: number, beforeMs: number) => {
    const sum = await verdictsBetween(db, fromMs, beforeMs);
    for (const { atMs, verdict, count } of others) {
      if (atMs >= fromMs && atMs < beforeMs) sum[verdict] = (sum[verdict] ?? 0) + count;
    }
    await turn();
    return sum;
  };
  const days = [];
  for (const date of Array.from({ length: COMMAND_DAYS }, (_, at) =>
    addDays(today, at + 1 - COMMAND_DAYS),
  )) {
    const endMs = Math.min(now + 1, startOfDateMs(zone, addDays(date, 1)));
    days.push({ date, verdictCounts: await between(startOfDateMs(zone, date), endMs) });
  }
  const before = startOfDateMs(zone, addDays(today, -7));
  const sinceMidnight = Math.min(now - startOfDateMs(zone, today), DAY_MS);
  return { days, weekAgo: await between(before, before + sinceMidnight + 1) };
}
