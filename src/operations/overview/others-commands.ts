import type { Kysely } from 'kysely';
import { addDays, dateIn, startOfDateMs } from '../../domain/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { inChunks, type ChunkedWork } from '../fleet/in-chunks.ts';
import { createRoundCounter, type RoundCounter } from './others-rounds.ts';

/** Commands by derived status. */
type VerdictCounts = Record<string, number>;

/** Commands that other systems sent. */
export interface OthersCommands {
  /** By date, YYYY-MM-DD. */
  days: ReadonlyMap<string, VerdictCounts>;
  /** On this day last week, up to this time of day. */
  weekAgo: VerdictCounts;
  rounds: ReturnType<RoundCounter['listed']>;
}

function count(counts: VerdictCounts, verdict: string): void {
  counts[verdict] = (counts[verdict] ?? 0) + 1;
}

/**
 * Counts the Commands of other systems that were due on the last days, or are planned: those that the Service lists and
 * this console did not send.
 * @param zone IANA name of the zone whose days are counted
 * @param days how many, today included
 * @param now milliseconds since the epoch
 * @param chunks how it is ended, and who is told what it took
 */
export async function countOthers(
  db: Kysely<Store>,
  zone: string,
  days: number,
  now: number,
  clock: Pick<Clock, 'elapsed'>,
  chunks: ChunkedWork,
): Promise<OthersCommands> {
  const today = dateIn(zone, now);
  const dates = Array.from({ length: days }, (_, at) => addDays(today, at + 1 - days));
  const starts = dates.map((date) => startOfDateMs(zone, date));
  const byDay = dates.map((): VerdictCounts => ({}));
  const weekAgo: VerdictCounts = {};
  const rounds = createRoundCounter(now);
  const weekFrom = startOfDateMs(zone, addDays(today, -7));
  const weekTo = weekFrom + (now - startOfDateMs(zone, today));
  let after = '';
  await inChunks(clock, chunks, async (size) => {
    const ids = await db
      .selectFrom('entities')
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .select('id')
      .execute();
    const last = ids.at(-1)?.id;
    if (last === undefined) return false;
    const rows = await db
      .selectFrom('entities')
      .innerJoin('fleet_commands', 'fleet_commands.entity_id', 'entities.id')
      .where('entities.id', '>', after)
      .where('entities.id', '<=', last)
      .where('fleet_commands.trigger_at', '>=', starts[0] ?? now)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('commands')
              .whereRef('commands.id', '=', 'fleet_commands.id')
              .select('commands.id'),
          ),
        ),
      )
      .select([
        'fleet_commands.type',
        'fleet_commands.value',
        'fleet_commands.trigger_at',
        'fleet_commands.verdict',
      ])
      .execute();
    for (const { trigger_at: at, verdict, ...command } of rows) {
      if (at === null) continue;
      rounds.add({ ...command, trigger_at: at, verdict });
      if (at > now) continue;
      const counts = byDay[starts.findLastIndex((start) => start <= at)];
      if (counts !== undefined) count(counts, verdict);
      if (at >= weekFrom && at <= weekTo) count(weekAgo, verdict);
    }
    after = last;
    return ids.length === size;
  });
  return {
    days: new Map(dates.map((date, at) => [date, byDay[at] ?? {}])),
    weekAgo,
    rounds: rounds.listed(),
  };
}
