import type { Kysely } from 'kysely';
import type { ClockOffset } from '../../../contract/console/resolution.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { aged, hull, overlap, type OffsetRange } from '../../../bff/upstream/service-clock.ts';

/** Accepted dispatches that are searched for usable trigger times. */
const LOOK_AT = 5;
/** If trigger times of one answer lie further apart, they do not show one time, in milliseconds. */
const SPREAD_MAX_MS = 60_000;
/** Trigger times may be cut to the second. */
const SECOND_MS = 1000;

type Clocks = Pick<
  IntentRow,
  'clock_low' | 'clock_high' | 'clock_after_low' | 'clock_after_high' | 'created_at'
>;

function rangeOf(lowMs: number | null, highMs: number | null): OffsetRange | null {
  return lowMs === null || highMs === null ? null : { lowMs, highMs };
}

/** The offset by the Date headers around a send. */
function byDate(intent: Clocks): OffsetRange | null {
  return hull(
    rangeOf(intent.clock_low, intent.clock_high),
    rangeOf(intent.clock_after_low, intent.clock_after_high),
  );
}

/** What the trigger times of an accepted dispatch reveal, with the Date headers of that time. */
interface TriggerSample {
  range: OffsetRange;
  byDate: OffsetRange | null;
  at: number;
}

async function latestTriggers(db: Kysely<Store>): Promise<TriggerSample | null> {
  const accepted = await db
    .selectFrom('intents')
    .where('outcome', '=', 'accepted')
    .where('kind', '=', 'now')
    .orderBy('created_at', 'desc')
    .limit(LOOK_AT)
    .selectAll()
    .execute();
  for (const intent of accepted) {
    const { soonest, latest } = await db
      .selectFrom('commands')
      .where('dispatch_id', '=', intent.id)
      .where('matched', 'is', null)
      .select((row) => [
        row.fn.min('trigger_at').as('soonest'),
        row.fn.max('trigger_at').as('latest'),
      ])
      .executeTakeFirstOrThrow();
    if (soonest === null || latest === null || latest - soonest > SPREAD_MAX_MS) continue;
    return {
      range: {
        lowMs: soonest - (intent.outcome_at ?? intent.created_at),
        highMs: latest + SECOND_MS - intent.created_at,
      },
      byDate: byDate(intent),
      at: intent.created_at,
    };
  }
  return null;
}

/**
 * How far the Service's clock was ahead at a time, from Date headers and from the trigger times of the last
 * accepted dispatch. A gateway's clock may differ from that of the Service behind it: if the two disagree,
 * the trigger times count, shifted by how much the Date headers have moved since.
 * @param dates the range by Date headers at that time; null: not known
 * @param at the time, in milliseconds since the epoch
 * @returns null if nothing is known
 */
export async function offsetAt(
  db: Kysely<Store>,
  dates: OffsetRange | null,
  at: number,
): Promise<ClockOffset | null> {
  const triggers = await latestTriggers(db);
  if (triggers === null) return dates === null ? null : { ...dates, confirmed: false };
  const { range, byDate: datesThen } = triggers;
  if (dates === null) return { ...aged(range, at - triggers.at), confirmed: true };
  if (overlap(dates, range)) return { ...dates, confirmed: true };
  if (datesThen === null) return { ...(hull(dates, range) ?? dates), confirmed: true };
  return {
    lowMs: dates.lowMs + range.lowMs - datesThen.highMs,
    highMs: dates.highMs + range.highMs - datesThen.lowMs,
    confirmed: true,
  };
}

/** How far the Service's clock was ahead when an intent was sent, or null. */
export function clockOfSend(db: Kysely<Store>, intent: Clocks): Promise<ClockOffset | null> {
  return offsetAt(db, byDate(intent), intent.created_at);
}
