import type { Grouping } from '../../contract/console/report-definition.ts';
import type { Micros } from './exact.ts';
import { REGISTERS, type ReportSession } from './report-session.ts';
import type { Slice } from './slices.ts';
import { dateOfDay, dateOfMonth, mondayOf, monthNumber, weekdayOf } from './zone-calendar.ts';

/** The label for a session without a location or address, or whose Entity is in no Collective. */
const NO_GROUP = '';

/** Energy in no register: the total without t1 to t4. */
export const NO_REGISTER = 'none';

/** A slice with the keys by which it can be grouped. */
export interface Grouped {
  entityId: string;
  /** Ids of the chosen Collectives that contain the Entity, in a fixed order. */
  collectives: readonly string[];
  session: Pick<ReportSession, 'unit' | 'place'>;
  slice: Slice;
}

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

/** The keys of dates: the day itself, the Monday, the first of the month. */
export const DATE_KEYS = {
  day: dateOfDay,
  week: (day: number) => dateOfDay(mondayOf(day)),
  month: (day: number) => dateOfMonth(monthNumber(day)),
} as const;

/** The group of a slice; for registers see `registerParts`. */
function groupKey(grouping: Exclude<Grouping, 'register'>, grouped: Grouped): string {
  const { slice, session } = grouped;
  switch (grouping) {
    case 'entity':
      return grouped.entityId;
    case 'collective':
      return collectivesKey(grouped.collectives);
    case 'location':
      return session.place.locationId ?? NO_GROUP;
    case 'address':
      return session.place.address ?? NO_GROUP;
    case 'hour':
      return hourKey(slice.place.hourAt);
    case 'hour-weekday':
      return hourWeekdayKey(slice.place.day, slice.place.hour);
    case 'day':
    case 'week':
    case 'month':
      return DATE_KEYS[grouping](slice.place.day);
  }
}

/** The energy of a slice by register, and the energy in none. */
function registerParts({ energy, registers }: Slice): [string, Micros][] {
  const parts = REGISTERS.map((name, at): [string, Micros | null] => [name, registers[at] ?? null]);
  const known = parts.flatMap(([name, micros]): [string, Micros][] =>
    micros === null ? [] : [[name, micros]],
  );
  // Registers of a total that cannot be added are in no sum either.
  if (energy === null) return [];
  const rest = energy - known.reduce((all, [, micros]) => all + micros, 0n);
  return rest === 0n ? known : [...known, [NO_REGISTER, rest]];
}

/** The sums of a group in one energy unit. */
export interface GroupSums {
  key: string;
  unit: string | null;
  sessions: number;
  energy: Micros;
  cost: Micros;
  unpriced: Micros;
  durationMs: number;
}

/**
 * Adds up slices by group and unit. The store does the same in SQL, which is checked against this.
 * @returns in the order of key and unit; by register, only energy is split
 */
export function sumGroups(grouping: Grouping, slices: readonly Grouped[]): GroupSums[] {
  const groups = new Map<string, GroupSums>();
  const groupOf = (key: string, unit: string | null): GroupSums => {
    const id = JSON.stringify([key, unit]);
    const sums = groups.get(id) ?? {
      key,
      unit,
      sessions: 0,
      energy: 0n,
      cost: 0n,
      unpriced: 0n,
      durationMs: 0,
    };
    groups.set(id, sums);
    return sums;
  };
  for (const grouped of slices) {
    const { slice, session } = grouped;
    if (grouping === 'register') {
      for (const [key, micros] of registerParts(slice)) groupOf(key, session.unit).energy += micros;
      continue;
    }
    const sums = groupOf(groupKey(grouping, grouped), session.unit);
    sums.sessions += Number(slice.counts);
    sums.energy += slice.energy ?? 0n;
    sums.cost += slice.cost ?? 0n;
    sums.unpriced += slice.unpriced;
    sums.durationMs += slice.durationMs;
  }
  return [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums);
}
