import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../domain/instant.ts';
import { addDays, dateIn, startOfDateMs } from '../../domain/time.ts';
import type { Store } from '../../store/schema/schema.ts';
import { HOUR_MS } from '../dispatch/batches/others-commands.ts';

/** Days of Commands that are counted. */
const COMMAND_DAYS = 14;

/** A Command is due when its dispatch takes effect, or at the latest when a check of a lost answer finds it. */
export const LATE_MS = 2 * DAY_MS;

/** Commands of all systems that were due in a span, by derived status. */
async function countBetween(db: Kysely<Store>, fromMs: number, beforeMs: number) {
  const ours = db
    .selectFrom('intents')
    .innerJoin('sent_commands', 'sent_commands.dispatch_id', 'intents.id')
    .where('intents.effect_to', '>=', fromMs - LATE_MS)
    .where('intents.effect_from', '<', beforeMs)
    .where('due_at', '>=', fromMs)
    .where('due_at', '<', beforeMs)
    .select('verdict');
  const others = db
    .selectFrom('commands')
    .where('dispatch_id', 'is', null)
    // Found by an index.
    .where(sql`trigger_at / 3600000`, '>=', Math.floor(fromMs / HOUR_MS))
    .where(sql`trigger_at / 3600000`, '<=', Math.floor(beforeMs / HOUR_MS))
    .where('trigger_at', '>=', fromMs)
    .where('trigger_at', '<', beforeMs)
    .select((row) => row.fn.coalesce('verdict', sql.lit('unrecognised')).as('verdict'));
  const rows = await db
    .selectFrom(ours.unionAll(others).as('due'))
    .groupBy('verdict')
    .select((row) => ['verdict', row.fn.countAll<number | string>().as('count')])
    .execute();
  await turn();
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, Number(count)]));
}

/**
 * Commands that were due on each of the last days, by derived status.
 * @param zone IANA name of the zone whose days are counted
 * @param now milliseconds since the epoch
 * @returns oldest day first; `weekAgo` is up to today's time of day, seven days before
 */
export async function commandedDays(db: Kysely<Store>, zone: string, now: number) {
  const today = dateIn(zone, now);
  const days = [];
  for (const date of Array.from({ length: COMMAND_DAYS }, (_, at) =>
    addDays(today, at + 1 - COMMAND_DAYS),
  )) {
    const endMs = Math.min(now + 1, startOfDateMs(zone, addDays(date, 1)));
    days.push({ date, verdictCounts: await countBetween(db, startOfDateMs(zone, date), endMs) });
  }
  const before = startOfDateMs(zone, addDays(today, -7));
  const sinceMidnight = Math.min(now - startOfDateMs(zone, today), DAY_MS);
  return { days, weekAgo: await countBetween(db, before, before + sinceMidnight + 1) };
}
