import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../../domain/instant.ts';
import { hull, overlap, type OffsetRange } from '../../../domain/service-clock.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';

/** Accepted dispatches that are searched for usable trigger times. */
const LOOK_AT = 5;
/** If trigger times of one answer lie further apart, they do not show one time, in milliseconds. */
const SPREAD_MAX_MS = 60_000;
/** Trigger times may be cut to the second. */
const SECOND_MS = 1000;
/** A clock that is known less exactly shows nothing, in milliseconds. */
const WIDTH_MAX_MS = 10_000;

type Clocks = Pick<IntentRow, 'clock_low' | 'clock_high' | 'clock_after_low' | 'clock_after_high'>;

const rangeOf = (lowMs: number | null, highMs: number | null): OffsetRange | null =>
  lowMs === null || highMs === null ? null : { lowMs, highMs };

/** What the trigger times of the last accepted dispatch for now show, of its members' own Commands. */
async function triggerOffset(db: Kysely<Store>): Promise<OffsetRange | null> {
  const { rows } = await sql<{ sentAt: number; endedAt: number; soonest: number; latest: number }>`
    select i.created_at as "sentAt", coalesce(i.outcome_at, i.created_at) as "endedAt",
      min(c.trigger_at) as soonest, max(c.trigger_at) as latest
    from (select * from intents where outcome = 'accepted' and kind = 'now'
      order by created_at desc limit ${LOOK_AT}) i
    join sent_commands c on c.dispatch_id = i.id
    where c.matched is null and c.verdict <> 'unrequested' and c.member = 1 and c.trigger_at is not null
    group by i.id, i.created_at, i.outcome_at order by i.created_at desc`.execute(db);
  const shown = rows.find(({ soonest, latest }) => latest - soonest <= SPREAD_MAX_MS);
  if (shown === undefined) return null;
  const { soonest, latest, sentAt, endedAt } = shown;
  return { lowMs: soonest - endedAt, highMs: latest + SECOND_MS - sentAt };
}

/** How far the Service's clock was ahead at a send, by the Date headers around it; null: not known well enough. */
function dateOffset(intent: Clocks): OffsetRange | null {
  const before = rangeOf(intent.clock_low, intent.clock_high);
  const dates = hull(before, rangeOf(intent.clock_after_low, intent.clock_after_high));
  if (dates === null || dates.highMs - dates.lowMs > WIDTH_MAX_MS) return null;
  // Without any at the send, Commands were read that lie within a day of it.
  return before === null && (dates.lowMs < -DAY_MS || dates.highMs > DAY_MS) ? null : dates;
}

/** A range that holds whatever `clockOfSend` can say later; null: within a day. */
export function widestClock(intent: Clocks): OffsetRange | null {
  const dates = dateOffset(intent);
  if (dates === null) return null;
  return { lowMs: dates.lowMs - WIDTH_MAX_MS, highMs: dates.highMs + WIDTH_MAX_MS };
}

/**
 * How far the Service's clock was ahead when a dispatch was sent, by the Date headers around it.
 * @returns null if that is not known to ten seconds, or if the Commands of the last accepted dispatch
 *   contradict it: a gateway's clock is not that of the Service behind it
 */
export async function clockOfSend(db: Kysely<Store>, intent: Clocks): Promise<OffsetRange | null> {
  const dates = dateOffset(intent);
  if (dates === null) return null;
  const shown = await triggerOffset(db);
  return shown === null || overlap(dates, shown) ? dates : null;
}
