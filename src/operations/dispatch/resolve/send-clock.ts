import type { Kysely } from 'kysely';
import type { ClockOffset } from '../../../contract/console/resolution.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { ofMember } from '../batches/also-commanded.ts';
import { aged, hull, overlap, type OffsetRange } from '../../../bff/upstream/service-clock.ts';

/** Accepted dispatches that are searched for usable trigger times. */
const LOOK_AT = 5;
/** If trigger times of one answer lie further apart, they do not show one time, in milliseconds. */
const SPREAD_MAX_MS = 60_000;
/** Trigger times may be cut to the second. */
const SECOND_MS = 1000;

/** Commands of one answer that are looked at: a batch may have thousands. */
const SAMPLED = 50;

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

/** The newest samples, at most two, from Commands that are the members' own and of no other dispatch. */
async function triggerSamples(db: Kysely<Store>): Promise<TriggerSample[]> {
  const samples: TriggerSample[] = [];
  const accepted = await db
    .selectFrom('intents')
    .where('outcome', '=', 'accepted')
    .where('kind', '=', 'now')
    .orderBy('created_at', 'desc')
    .limit(LOOK_AT)
    .selectAll()
    .execute();
  for (const intent of accepted) {
    const rows = await db
      .selectFrom('commands')
      .where('dispatch_id', '=', intent.id)
      .where('matched', 'is', null)
      .where('verdict', '<>', 'unrequested')
      .where(ofMember())
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('commands as other')
              .whereRef('other.id', '=', 'commands.id')
              .whereRef('other.dispatch_id', '<>', 'commands.dispatch_id')
              .select('other.id'),
          ),
        ),
      )
      .where('trigger_at', 'is not', null)
      .orderBy('position')
      .limit(SAMPLED)
      .select('trigger_at')
      .execute();
    const times = rows.flatMap(({ trigger_at: at }) => at ?? []);
    if (times.length === 0) continue;
    const soonest = Math.min(...times);
    const latest = Math.max(...times);
    if (latest - soonest > SPREAD_MAX_MS) continue;
    samples.push({
      range: {
        lowMs: soonest - (intent.outcome_at ?? intent.created_at),
        highMs: latest + SECOND_MS - intent.created_at,
      },
      byDate: byDate(intent),
      at: intent.created_at,
    });
    if (samples.length === 2) break;
  }
  return samples;
}

/** The offset at a time by a sample, shifted by how much the Date headers have moved since. */
function shifted(sample: TriggerSample, dates: OffsetRange | null, at: number): OffsetRange {
  const { range, byDate: datesThen } = sample;
  if (dates === null || datesThen === null) return aged(range, at - sample.at);
  return {
    lowMs: dates.lowMs + range.lowMs - datesThen.highMs,
    highMs: dates.highMs + range.highMs - datesThen.lowMs,
  };
}

/**
 * How far the Service's clock was ahead at a time, from Date headers and from the trigger times of accepted
 * dispatches. A gateway's clock may differ from that of the Service behind it: trigger times that disagree with
 * the headers count once a second dispatch has confirmed them. Until then the range covers both.
 * @param dates the range by Date headers at that time; null: not known
 * @param at the time, in milliseconds since the epoch
 * @returns null if nothing is known
 */
export async function offsetAt(
  db: Kysely<Store>,
  dates: OffsetRange | null,
  at: number,
): Promise<ClockOffset | null> {
  const [newest, before] = await triggerSamples(db);
  if (newest === undefined) return dates === null ? null : { ...dates, confirmed: false };
  const range = shifted(newest, dates, at);
  if (dates !== null && overlap(dates, newest.range)) return { ...dates, confirmed: true };
  const earlier = before === undefined ? null : shifted(before, dates, at);
  const agree = earlier !== null && overlap(earlier, range);
  if (agree || (dates === null && earlier === null)) return { ...range, confirmed: true };
  return { ...(hull(range, dates ?? earlier) ?? range), confirmed: false };
}

/** How far the Service's clock was ahead when an intent was sent, or null. */
export function clockOfSend(db: Kysely<Store>, intent: Clocks): Promise<ClockOffset | null> {
  return offsetAt(db, byDate(intent), intent.created_at);
}
