import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CellSums } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

/**
 * Cells are sums of slices, kept up to date with every page that is stored: by clock hour, by Entity and
 * day, by place and day. Every grouping adds up a few thousand of them instead of a million sessions. All
 * are filled from the slices by the database itself, so no number leaves it on the way.
 */

/** How each sum of a cell is made of slices (`s`) and their sessions (`x`). */
const SUMS: Readonly<Record<keyof CellSums, string>> = {
  sessions: 's.counts',
  energy: 'coalesce(s.energy, 0)',
  t1: registerOf('t1'),
  t2: registerOf('t2'),
  t3: registerOf('t3'),
  t4: registerOf('t4'),
  rest: `coalesce(s.energy, 0) - ${['t1', 't2', 't3', 't4'].map(registerOf).join(' - ')}`,
  cost: 'coalesce(s.cost, 0)',
  unpriced: 's.unpriced',
  duration_ms: 's.duration_ms',
  soc_gain: 's.counts * coalesce(x.soc_end - x.soc_start, 0)',
  soc_sessions: 'case when s.counts = 1 and x.soc_end - x.soc_start is not null then 1 else 0 end',
  range_gain: 's.counts * coalesce(x.range_gain, 0)',
  range_sessions: 'case when s.counts = 1 and x.range_gain is not null then 1 else 0 end',
};

/** Registers beside a total that cannot be added are in no sum. */
function registerOf(name: string): string {
  return `case when s.energy is null then 0 else coalesce(s.${name}, 0) end`;
}

/** The names of the sums, in a fixed order. */
export const SUM_NAMES = Object.keys(SUMS);

/** Sessions of one Entity; `first` and `last` are inclusive. */
export interface SessionRange {
  runNo: number;
  entityNo: number;
  first: number;
  last: number;
}

const raw = (text: string): RawBuilder<unknown> => sql.raw(text);

/** A kind of cells: its table, its key, and whether it knows the largest power of a session. */
interface Cells {
  table: 'report_time_cells' | 'report_entity_cells' | 'report_place_cells';
  key: readonly string[];
  peak: boolean;
}

const ENTITY_CELLS: Cells = {
  table: 'report_entity_cells',
  key: ['run_no', 'unit_no', 'entity_no', 'day'],
  peak: true,
};
const PLACE_CELLS: Cells = {
  table: 'report_place_cells',
  key: ['run_no', 'unit_no', 'place_no', 'day'],
  peak: true,
};
const TIME_CELLS: Cells = {
  table: 'report_time_cells',
  // In the time of each place, one instant is in different hours of different days.
  key: ['run_no', 'unit_no', 'hour_at', 'day', 'hour'],
  peak: false,
};

/** @param sign '-' takes the sums off again; the largest power stays */
function fill({ table, key, peak }: Cells, range: SessionRange, sign: '' | '-' = '') {
  const grouped = [...key, 'month'].map((name) => `s.${name}`).join(', ');
  const sums = Object.values(SUMS).map((text) => `${sign}sum(${text})`);
  const names = [...key, 'month', ...SUM_NAMES, ...(peak ? ['power_max'] : [])].join(', ');
  const values = [grouped, ...sums, ...(peak ? ['max(x.power)'] : [])].join(', ');
  // Where one of the two is null, max of two values differs between the databases.
  const larger = `power_max = case when ${table}.power_max is null or excluded.power_max > ${table}.power_max
    then excluded.power_max else ${table}.power_max end`;
  const added = SUM_NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return sql`insert into ${raw(table)} (${raw(names)})
    select ${raw(values)} from report_slices s
    join report_sessions x
      on x.run_no = s.run_no and x.entity_no = s.entity_no and x.session_no = s.session_no
    where s.run_no = ${range.runNo} and s.entity_no = ${range.entityNo}
      and s.session_no between ${range.first} and ${range.last}
    group by ${raw(grouped)}
    on conflict (${raw(key.join(', '))}) do update
      set ${raw([...added, ...(peak ? [larger] : [])].join(', '))}`;
}

/** Adds stored sessions to the cells. To be called once for each, in the transaction that stores them. */
export async function addToCells(trx: Kysely<Store>, range: SessionRange): Promise<void> {
  for (const cells of [TIME_CELLS, ENTITY_CELLS, PLACE_CELLS]) {
    await fill(cells, range).execute(trx);
  }
}

/** Finds the largest power anew, of other Entities, where one of this Entity may have been the largest. */
function peaksWithout(runNo: number, entityNo: number) {
  return sql`update report_place_cells set power_max = (
      select max(x.power) from report_slices s
      join report_sessions x
        on x.run_no = s.run_no and x.entity_no = s.entity_no and x.session_no = s.session_no
      where s.run_no = ${runNo} and s.day = report_place_cells.day
        and s.place_no = report_place_cells.place_no and s.unit_no = report_place_cells.unit_no
        and s.entity_no <> ${entityNo}
    )
    where run_no = ${runNo} and (unit_no, place_no, day) in (
      select s.unit_no, s.place_no, s.day from report_slices s
      where s.run_no = ${runNo} and s.entity_no = ${entityNo}
    )`;
}

/** Takes all of an Entity off the cells, before its sessions are removed. */
export async function takeOffCells(
  trx: Kysely<Store>,
  runNo: number,
  entityNo: number,
): Promise<void> {
  const range = { runNo, entityNo, first: 0, last: 2 ** 31 - 1 };
  await fill(TIME_CELLS, range, '-').execute(trx);
  await fill(PLACE_CELLS, range, '-').execute(trx);
  await peaksWithout(runNo, entityNo).execute(trx);
  await trx
    .deleteFrom('report_entity_cells')
    .where('run_no', '=', runNo)
    .where('entity_no', '=', entityNo)
    .execute();
}
