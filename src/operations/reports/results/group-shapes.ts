import { sql, type RawBuilder } from 'kysely';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { DATE_KEYS, hourKey, hourWeekdayKey } from '../../../domain/reports/groups.ts';
import { dateOfMonth } from '../../../domain/reports/zone-calendar.ts';
import { SUM_NAMES } from '../runs/rollups.ts';

/** A grouping of rollups. SQL aliases: rollups `c`, per number `g`, records of numbers `e` or `p`. */
export interface Shape {
  /** The grouped column or expression of the rollups; `c.run_no`: all together. */
  by: string;
  /** Those of Entities by default. */
  rollup?: 'report_time_cells' | 'report_place_cells';
  /** The join that resolves the numbers. */
  join?: string;
  /** The key: a text if there is a join, else a number. */
  key: string;
  /** A name for the key. */
  label?: string;
  /** Additional columns. */
  more?: string;
}

/** Groupings that the database adds up; registers are computed from the totals. */
export type SummedGrouping = Exclude<Grouping, 'register'>;

/** Monday of a day number, even before 1970, in SQL that works in both databases. */
export const MONDAY = 'c.day - ((c.day + 3) % 7 + 7) % 7';
const WEEKDAY_HOUR = '(((c.day + 3) % 7 + 7) % 7) * 24 + c.hour';

const PLACES = 'join report_places p on p.run_no = g.run_no and p.place_no = g.by_no';
const ENTITIES = 'join report_entities e on e.run_no = g.run_no and e.entity_no = g.by_no';

const byTime = (by: string, rollup?: 'report_time_cells'): Shape => ({
  by,
  key: 'g.by_no',
  ...(rollup === undefined ? {} : { rollup }),
});

export const SHAPES: Readonly<Record<SummedGrouping | 'total', Shape>> = {
  total: byTime('c.run_no'),
  entity: { by: 'c.entity_no', join: ENTITIES, key: 'e.entity_id', label: 'e.name' },
  collective: { by: 'c.entity_no', join: ENTITIES, key: 'e.collectives' },
  location: {
    by: 'c.place_no',
    rollup: 'report_place_cells',
    join: PLACES,
    key: `coalesce(p.location_id, '')`,
    label: 'p.label',
    more: 'min(p.accuracy_min) as accuracy_min, max(p.accuracy_max) as accuracy_max',
  },
  address: {
    by: 'c.place_no',
    rollup: 'report_place_cells',
    join: PLACES,
    key: `coalesce(p.address, '')`,
  },
  day: byTime('c.day'),
  week: byTime(MONDAY),
  month: byTime('c.month'),
  hour: byTime('c.hour_at', 'report_time_cells'),
  'hour-weekday': byTime(WEEKDAY_HOUR, 'report_time_cells'),
};

/** Keys of the groupings by time, from the grouped number. */
const TIME_KEYS: Readonly<Partial<Record<Grouping, (number: number) => string>>> = {
  day: DATE_KEYS.day,
  // The number is the Monday already.
  week: DATE_KEYS.day,
  month: dateOfMonth,
  hour: hourKey,
  // Day 4 was a Monday.
  'hour-weekday': (number) => hourWeekdayKey(4 + Math.floor(number / 24), number % 24),
};

/** The key of a row of the database. */
export function keyOfRow(grouping: Grouping, key: number | string): string {
  return TIME_KEYS[grouping]?.(Number(key)) ?? String(key);
}

/** Rollups of runs summed by number: done first, so that few rows need a look-up. */
export function sumsByNumber(
  { by, rollup }: Shape,
  runNos: readonly number[],
): RawBuilder<unknown> {
  const peak = rollup === 'report_time_cells' ? 'cast(null as bigint)' : 'max(c.power_max)';
  const sums = SUM_NAMES.map((name) => `sum(c.${name}) as ${name}`).join(', ');
  return sql`select c.run_no, c.unit_no, ${sql.raw(by)} as by_no, ${sql.raw(peak)} as power_max, ${sql.raw(sums)}
    from ${sql.raw(rollup ?? 'report_entity_cells')} c where c.run_no in (${sql.join([...runNos])})
    group by c.run_no, c.unit_no, by_no`;
}

/** A restart may leave empty rollups: no row is shown for those. */
export const NOT_NOTHING = 'sum(g.sessions) <> 0 or sum(g.energy) <> 0 or sum(g.duration_ms) <> 0';
