import type { ScheduleRow } from '../contract/console/dispatch.ts';
import { formatPlanned, formatWallClock } from './format.ts';

/** When a Command triggers, and how that was planned. */
type Planned = Pick<ScheduleRow, 'plannedAs' | 'triggerTime'>;

/**
 * The instant in the planned time zone, with its offset; UTC without a zone. Adds the typed time if
 * the clock never showed it.
 */
export function plannedTimeLabel({ plannedAs, triggerTime }: Planned): string {
  if (plannedAs === null) return formatPlanned(triggerTime, 'UTC');
  const { zone, wallClock } = plannedAs;
  const time = formatPlanned(triggerTime, zone);
  const typed = formatWallClock(wallClock);
  const differs = !time.startsWith(typed);
  return [
    time,
    zone === 'UTC' ? '' : ` ${zone}`,
    differs ? `, typed as ${typed.replace(/^.*, /, '')}` : '',
  ].join('');
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
export function utcBeside({ plannedAs, triggerTime }: Planned): string | null {
  return utcUnlessSame(triggerTime, plannedAs?.zone ?? 'UTC');
}

/** Both in one line: "28 Mar 2027, 03:30 UTC+02:00 Europe/Brussels = 28 Mar 2027, 01:30 UTC". */
export function plannedTimeLine(item: Planned): string {
  const utc = utcBeside(item);
  return utc === null ? plannedTimeLabel(item) : `${plannedTimeLabel(item)} = ${utc}`;
}
