import { weekdayOf } from './zone-calendar.ts';

/** Energy in no register: the total without t1 to t4. */
export const NO_REGISTER = 'none';

/**
 * The key of an Entity's Collectives. Entities in several form one group with others in the same
 * ones: counted in each, the groups would add up to more than the total.
 */
export function collectivesKey(ids: readonly string[]): string {
  return ids.toSorted().join('+');
}

/** The key of a weekday (1 Monday) and an hour: "1-07". */
export function hourWeekdayKey(day: number, hour: number): string {
  return `${weekdayOf(day)}-${String(hour).padStart(2, '0')}`;
}

/** The key of a clock hour: its first instant, so that a repeated hour has two keys. */
export function hourKey(hourAt: number): string {
  return `${new Date(hourAt * 60_000).toISOString().slice(0, 16)}Z`;
}
