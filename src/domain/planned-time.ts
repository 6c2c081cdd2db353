import type { KeptPlannedAs, KeptScheduleRow, PlannedAs } from '../contract/console/dispatch.ts';
import { formatAtOffset, formatOffset, formatPlanned, formatWallClock } from './format.ts';
import { DAY_MS, instantMs } from './instant.ts';
import { offsetMinutesAt, resolveWallClock } from './wall-clock.ts';

/** When a Command triggers, and how that was planned. */
type Planned = Pick<KeptScheduleRow, 'plannedAs' | 'triggerTime'>;

/** A clock skips a day at most: then the time that was typed is that far from the one that holds. */
const SKIPPED_MS = DAY_MS;
/** Without a confirmed offset a clock is anywhere up to 14 hours from UTC. */
const OFFSET_MS = 14 * 3_600_000;

/**
 * Whether a wall clock can be that of its instant, by the plan alone: zone data differs between
 * machines.
 * @param ms the trigger time, in milliseconds since the epoch
 */
export function isPlanPossible({ wallClock, offsetMinutes }: PlannedAs, ms: number): boolean {
  const typed = resolveWallClock('UTC', wallClock);
  const shownMs = ms + (offsetMinutes ?? 0) * 60_000;
  const furthest = SKIPPED_MS + (offsetMinutes === undefined ? OFFSET_MS : 0);
  return typed.kind === 'exact' && Math.abs(typed.ms - shownMs) <= furthest;
}

/**
 * A plan as it is kept: with what the zone data of this machine says, if that is not the confirmed
 * offset.
 * @param ms the trigger time, in milliseconds since the epoch
 */
export function withServerOffset(plannedAs: PlannedAs, ms: number): KeptPlannedAs {
  const { zone, offsetMinutes } = plannedAs;
  const own = offsetMinutesAt(zone, ms);
  return offsetMinutes === undefined || own === offsetMinutes
    ? plannedAs
    : { ...plannedAs, serverOffset: own ?? 'unknown-zone' };
}

/** What was confirmed; otherwise what the zone data of this machine says. Minutes ahead of UTC. */
function offsetOf({ plannedAs, triggerTime }: Planned): number {
  if (plannedAs === null) return 0;
  const { offsetMinutes, zone } = plannedAs;
  return offsetMinutes ?? offsetMinutesAt(zone, instantMs(triggerTime) ?? 0) ?? 0;
}

/**
 * The instant in the planned time zone, with its offset; UTC without a zone. Adds the typed time if
 * the clock never showed it.
 */
export function plannedTimeLabel(item: Planned): string {
  const time = formatAtOffset(item.triggerTime, offsetOf(item));
  if (item.plannedAs === null) return time;
  const { zone, wallClock } = item.plannedAs;
  const typed = formatWallClock(wallClock);
  const [day = ''] = typed.split(', ');
  const differs = !time.startsWith(typed);
  // The day is named once, unless it is another one.
  const named = time.startsWith(day) ? typed.slice(day.length + 2) : typed;
  return [time, zone === 'UTC' ? '' : ` ${zone}`, differs ? `, typed as ${named}` : ''].join('');
}

/**
 * The instant in UTC beside its time in a zone; null if the zone shows the same, such as
 * Europe/London in winter.
 */
export function utcUnlessSame(instant: string | null, zone: string): string | null {
  const utc = formatPlanned(instant, 'UTC');
  return formatPlanned(instant, zone) === utc ? null : utc;
}

/** The instant in UTC, or null if {@link plannedTimeLabel} already shows it. */
export function utcBeside(item: Planned): string | null {
  return offsetOf(item) === 0 ? null : formatPlanned(item.triggerTime, 'UTC');
}

/** Both in one line: "28 Mar 2027, 03:30 UTC+02:00 Europe/Brussels = 28 Mar 2027, 01:30 UTC". */
export function plannedTimeLine(item: Planned): string {
  const utc = utcBeside(item);
  return utc === null ? plannedTimeLabel(item) : `${plannedTimeLabel(item)} = ${utc}`;
}

/** That the server's zone data differs from what was confirmed; null: it does not. */
export function zoneDataNote(item: Planned): string | null {
  const { offsetMinutes, serverOffset, zone = '' } = item.plannedAs ?? {};
  if (offsetMinutes === undefined || serverOffset === undefined) return null;
  const time = formatAtOffset(item.triggerTime, offsetMinutes).replace(/^.*, | UTC.*$/g, '');
  const says =
    serverOffset === 'unknown-zone' ? `has no ${zone}` : `says UTC${formatOffset(serverOffset)}`;
  return `Confirmed as ${time} (UTC${formatOffset(offsetMinutes)}), which holds. The server’s time zone data ${says}.`;
}
