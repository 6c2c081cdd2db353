import { sql, type Kysely } from 'kysely';
import type { ReportSeries } from '../../../contract/console/report-result.ts';
import { microsTextToText } from '../../../domain/reports/exact.ts';
import { dateOfDay, dateOfMonth } from '../../../domain/reports/zone-calendar.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { MONDAY } from './group-shapes.ts';
import { mainUnit, readGroups } from './read-groups.ts';

type By = ReportSeries['by'];
type Grain = ReportSeries['grain'];

/** How a group's key is derived from the number in the rollups. */
const KEYS: Readonly<Record<By, { rollup: string; number: string; key: string; join: string }>> = {
  entity: {
    rollup: 'report_entity_cells',
    number: 'c.entity_no',
    key: 'r.entity_id',
    join: 'report_entities r on r.entity_no',
  },
  collective: {
    rollup: 'report_entity_cells',
    number: 'c.entity_no',
    key: 'r.collectives',
    join: 'report_entities r on r.entity_no',
  },
  location: {
    rollup: 'report_place_cells',
    number: 'c.place_no',
    key: `coalesce(r.location_id, '')`,
    join: 'report_places r on r.place_no',
  },
  address: {
    rollup: 'report_place_cells',
    number: 'c.place_no',
    key: `coalesce(r.address, '')`,
    join: 'report_places r on r.place_no',
  },
};
const BUCKETS: Readonly<Record<Grain, string>> = {
  hour: 'c.day * 24 + c.hour',
  day: 'c.day',
  week: MONDAY,
  month: 'c.month',
};

/** The hour of a day in its zone, YYYY-MM-DDTHH:00. */
function hourOf(bucket: number): string {
  const day = Math.floor(bucket / 24);
  return `${dateOfDay(day)}T${String(bucket - day * 24).padStart(2, '0')}:00`;
}

const DATES: Readonly<Record<Grain, (bucket: number) => string>> = {
  hour: hourOf,
  day: dateOfDay,
  week: dateOfDay,
  month: dateOfMonth,
};

/** Rollups of Entities and places know no hours; what they add up is asked for short periods only. */
const SLICES = 'report_slices';

interface Row {
  bucket: number | string;
  series: string | null;
  energy: string;
  cost: string;
}

/**
 * Energy and cost over time, added up by the database.
 * @param unit the energy unit to draw, others are left out; null: no unit; absent: that of most sessions
 * @param most maximum number of separate groups
 */
export async function readSeries(
  db: Kysely<Store>,
  runNo: number,
  { grain, by, unit: wanted }: { grain: Grain; by: By; unit?: string | null | undefined },
  most: number,
): Promise<ReportSeries> {
  const unit = wanted === undefined ? await mainUnit(db, runNo) : wanted;
  const { groups: largest } = await readGroups(db, runNo, {
    by,
    order: 'energy',
    direction: 'down',
    limit: most,
    unit: unit ?? '',
  });
  const { rollup, number, key, join } = KEYS[by];
  // A list must not be empty; no group has this key.
  const alone = sql.join([...largest.map((group) => group.key), '\u0001']);
  const series = sql`case when ${sql.raw(key)} in (${alone}) then ${sql.raw(key)} end`;
  const { rows } = await sql<Row>`select bucket, series, cast(sum(energy) as text) as energy,
      cast(sum(cost) as text) as cost
    from (
      select g.bucket, ${series} as series, g.energy, g.cost from (
        select ${sql.raw(BUCKETS[grain])} as bucket, ${sql.raw(number)} as by_no,
          sum(coalesce(c.energy, 0)) as energy, sum(coalesce(c.cost, 0)) as cost
        from ${sql.raw(grain === 'hour' ? SLICES : rollup)} c join report_units u on u.unit_no = c.unit_no
        where c.run_no = ${runNo} and u.unit = ${unit ?? ''}
        group by ${sql.raw(BUCKETS[grain])}, ${sql.raw(number)}
      ) g join ${sql.raw(join)} = g.by_no and r.run_no = ${runNo}
    ) p
    group by bucket, series
    order by bucket, case when series is null then 1 else 0 end, series`.execute(db);
  return {
    grain,
    by,
    unit,
    groups: largest.map((group) => ({ key: group.key, label: group.label })),
    points: rows.map((row) => ({
      date: DATES[grain](Number(row.bucket)),
      group: row.series,
      energy: microsTextToText(row.energy),
      cost: microsTextToText(row.cost),
    })),
  };
}
