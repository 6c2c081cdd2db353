import { hull, overlap, type OffsetRange } from '../../../domain/service-clock.ts';
import type { Command, ScheduledCommandRequest } from '../../../contract/command.ts';
import { DAY_MS, instantMs } from '../../../domain/instant.ts';
import type { IntentRow } from '../../../store/schema/schema.ts';

const SECOND_MS = 1000;
/** How far a trigger time may lie before the send, beyond the known range of the clock. */
const EARLY_MS = 2 * SECOND_MS;
/** How long after the send a slow Service may act. */
const LATE_MS = 60 * SECOND_MS;
/** A Command this far outside of that may still be the dispatch's: a person decides. */
export const REACH_MS = 60 * 60_000;
/** What a reach that is longer than an hour leaves beyond the horizon. */
const BEYOND_HORIZON_MS = 15 * 60_000;

/** The parts of a dispatch that its Commands are recognised by; instants in milliseconds since the epoch. */
export interface Sent {
  kind: string;
  items: readonly ScheduledCommandRequest[];
  createdAt: number;
  /** When its answer or its failure was stored, or now if neither was. */
  endedAt: number;
  /** How far the Service's clock was ahead at the send; null: not known well enough. */
  clock: OffsetRange | null;
}

/** How Commands of a dispatch are recognised, and when they must have appeared; in milliseconds. */
export interface ResolverLimits {
  /** Longest time until the Service's lists show what landed. */
  settleMs: number;
  /** Longest duration of a send. */
  sendWithinMs: number;
  /** How long after a send its Commands may appear. */
  horizonMs: number;
}

type RuleLimits = Omit<ResolverLimits, 'settleMs'>;

/** A span of trigger times, both ends included, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** Equal Commands that a dispatch would have made for each Entity. */
export interface Expected {
  type: string | null;
  value: string | null;
  count: number;
  isPlanned: boolean;
  /** Trigger times that are the dispatch's; null: no time is, since the clock is not known. */
  window: Span | null;
  /** Trigger times that can be. */
  reach: Span;
}

/** What the Commands of an Entity show. */
export interface Finding {
  evidence: 'landed' | 'not-found' | 'person';
  /** Commands that are the dispatch's; empty unless it landed. */
  commands: readonly Command[];
}

const PERSON: Finding = { evidence: 'person', commands: [] };

const wider = ({ from, to }: Span, before: number, after: number): Span => ({
  from: from - before,
  to: to + after,
});

/** The window and the reach of one item. A plan triggers when it says; a send for now by the Service's clock. */
function spansOf(sent: Sent, triggerTime: string | null, limits: RuleLimits) {
  const planned = sent.kind === 'schedule' ? instantMs(triggerTime) : null;
  if (planned !== null) {
    const from = Math.floor(planned / SECOND_MS) * SECOND_MS;
    const window = { from, to: from + SECOND_MS - 1 };
    return { isPlanned: true, window, reach: wider(window, REACH_MS, REACH_MS) };
  }
  const { lowMs, highMs } = sent.clock ?? { lowMs: -DAY_MS, highMs: DAY_MS };
  // A process that died may be restarted much later; its request had ended long before.
  const sendEnd = Math.min(sent.endedAt, sent.createdAt + limits.sendWithinMs);
  const from = sent.createdAt + lowMs - EARLY_MS;
  const after = Math.max(REACH_MS, limits.horizonMs + BEYOND_HORIZON_MS);
  return {
    isPlanned: false,
    window: sent.clock && { from, to: sendEnd + highMs + LATE_MS },
    reach: wider({ from, to: sent.endedAt + highMs + LATE_MS }, REACH_MS, after),
  };
}

const plain = (value: string | null) => value?.trim() ?? '';

/** The Commands that a dispatch made for each Entity if it reached the devices. */
export function expectedOf(sent: Sent, limits: RuleLimits): Expected[] {
  const byKey = new Map<string, Expected>();
  for (const { type, value, triggerTime } of sent.items) {
    const spans = spansOf(sent, triggerTime, limits);
    const key = JSON.stringify([type, plain(value), spans.reach]);
    const count = (byKey.get(key)?.count ?? 0) + 1;
    byKey.set(key, { type, value, count, ...spans });
  }
  return [...byKey.values()];
}

const isAlike = ({ type, value }: Expected, command: Command) =>
  command.type === type && plain(command.value) === plain(value);

function fits(expected: Expected, command: Command, span: Span | null): boolean {
  const at = instantMs(command.triggerTime);
  if (span === null || at === null || !isAlike(expected, command)) return false;
  return at >= span.from && at <= span.to;
}

/** Whether a Command can be one of these, by type, value and trigger time. */
export function mayBeOf(expected: readonly Expected[], command: Command): boolean {
  return expected.some((each) => fits(each, command, each.reach));
}

/** The span of trigger times in which all Commands of a dispatch lie, if it made any. */
export function spanOf(expected: readonly Expected[]): Span {
  return {
    from: Math.min(...expected.map(({ reach }) => reach.from)),
    to: Math.max(...expected.map(({ reach }) => reach.to)),
  };
}

/**
 * What the Commands of one Entity show about a dispatch that may have reached it.
 * @param expected what the dispatch would have made
 * @param held Commands that are known to be the dispatch's
 * @param free the others that were read, without those of other dispatches
 * @param isForeign whether a Command may be of another sender: of another unsettled dispatch or another system
 */
export function decide(
  expected: readonly Expected[],
  held: readonly Command[],
  free: readonly Command[],
  isForeign: (command: Command) => boolean,
): Finding {
  if (expected.some(({ window }) => window === null)) return PERSON;
  const found: Command[] = [];
  let missing = 0;
  for (const each of expected) {
    // The answer named these, whenever they trigger; of a plan, its time tells the items apart.
    const own = held.filter((command) =>
      each.isPlanned ? fits(each, command, each.window) : isAlike(each, command),
    );
    const needed = each.count - own.length;
    if (needed <= 0) continue;
    const fitting = free.filter((command) => fits(each, command, each.window));
    if (fitting.length === 0 && own.length === 0) missing += 1;
    else if (fitting.length !== needed) return PERSON;
    found.push(...fitting);
  }
  const isFitting = (command: Command) => expected.some((each) => fits(each, command, each.window));
  const nearby = free.some((command) => mayBeOf(expected, command) && !isFitting(command));
  if (nearby || found.some(isForeign)) return PERSON;
  if (missing === 0) return { evidence: 'landed', commands: found };
  return missing === expected.length ? { evidence: 'not-found', commands: [] } : PERSON;
}

/** A clock that is known less exactly shows nothing, in milliseconds. */
const WIDTH_MAX_MS = 10_000;

type Clocks = Pick<IntentRow, 'clock_low' | 'clock_high' | 'clock_after_low' | 'clock_after_high'>;

const rangeOf = (lowMs: number | null, highMs: number | null): OffsetRange | null =>
  lowMs === null || highMs === null ? null : { lowMs, highMs };

/** How far the Service's clock was ahead at a send, by the Date headers around it; null: not known well enough. */
function dateOffset(intent: Clocks): OffsetRange | null {
  const before = rangeOf(intent.clock_low, intent.clock_high);
  const dates = hull(before, rangeOf(intent.clock_after_low, intent.clock_after_high));
  if (dates === null || dates.highMs - dates.lowMs > WIDTH_MAX_MS) return null;
  // Without any at the send, Commands were read that lie within a day of it.
  return before === null && (dates.lowMs < -DAY_MS || dates.highMs > DAY_MS) ? null : dates;
}

/** A range that holds whatever `clockOf` can say later; null: within a day. */
export function widestClock(intent: Clocks): OffsetRange | null {
  const dates = dateOffset(intent);
  if (dates === null) return null;
  return { lowMs: dates.lowMs - WIDTH_MAX_MS, highMs: dates.highMs + WIDTH_MAX_MS };
}

/**
 * How far the Service's clock was ahead when a dispatch was sent, by the Date headers around it.
 * @param shown what trigger times of another dispatch show of it; null: nothing
 * @returns null if it is not known to ten seconds, or if the two contradict each other: a gateway's clock is not that
 *   of the Service behind it
 */
export function clockOf(intent: Clocks, shown: OffsetRange | null): OffsetRange | null {
  const dates = dateOffset(intent);
  return dates === null || shown === null || overlap(dates, shown) ? dates : null;
}
