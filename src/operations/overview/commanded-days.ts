import { DAY_MS } from '../../domain/instant.ts';
import type { Kysely } from 'kysely';
import { addDays, dateIn, startOfDateMs } from '../../domain/time.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createTurns } from '../fleet/in-chunks.ts';
import type { OthersCommands } from '../fleet/commands/others-commands.ts';

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

const both = (a: Record<string, number>, b: Record<string, number> = {}) => {
  const sum = { ...a };
  for (const [verdict, count] of Object.entries(b)) sum[verdict] = (sum[verdict] ?? 0) + count;
  return sum;
};

/**
 * Commands that were due on each of the last days, by derived status.
 * @param zone IANA name of the zone whose days are counted
 * @param days how many, today included
 * @param others counts of other systems to add; null: not known yet
 * @param now milliseconds since the epoch
 * @returns oldest day first; `weekAgo` is up to today's time of day, seven days before; `othersToday` those of
 *   other systems
 */
export async function commandedDays(
  db: Kysely<Store>,
  zone: string,
  days: number,
  others: OthersCommands | null,
  now: number,
) {
  const today = dateIn(zone, now);
  const dates = Array.from({ length: days }, (_, at) => addDays(today, at + 1 - days));
  const counted = [];
  const turn = createTurns();
  for (const date of dates) {
    const endMs = Math.min(now + 1, startOfDateMs(zone, addDays(date, 1)));
    const verdictCounts = await verdictsBetween(db, startOfDateMs(zone, date), endMs);
    counted.push({ date, verdictCounts: both(verdictCounts, others?.days.get(date)) });
    await turn();
  }
  const before = startOfDateMs(zone, addDays(today, -7));
  const sinceMidnight = Math.min(now - startOfDateMs(zone, today), DAY_MS);
  const ours = await verdictsBetween(db, before, before + sinceMidnight + 1);
  const sent = Object.values(others?.days.get(today) ?? {});
  return {
    days: counted,
    weekAgo: both(ours, others?.weekAgo),
    othersToday: sent.reduce((sum, count) => sum + count, 0),
  };
}
