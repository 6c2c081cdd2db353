import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { RollupSums } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

/**
 * Rollups are sums of slices, updated with every stored page: by clock hour, by Entity and day, by
 * place and day. Every grouping adds up a few thousand of them instead of a million sessions. The
 * database itself fills them from the slices, so that sums stay exact.
 */

/** How each sum of a rollup is computed from slices (`s`) and their sessions (`x`). */
const SUMS: Readonly<Record<keyof RollupSums, string>> = {
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

/** Sessions of Entities, starting with a number. */
export interface SessionRange {
  runNo: number;
  entityNos: readonly number[];
  first: number;
}

const raw = (text: string): RawBuilder<unknown> => sql.raw(text);

/** A kind of rollup: its table, its key, and whether it has the largest power of a session. */
interface Rollup {
  table: 'report_time_cells' | 'report_entity_cells' | 'report_place_cells';
  key: readonly string[];
  peak: boolean;
}

const ENTITY_ROLLUPS: Rollup = {
  table: 'report_entity_cells',
  key: ['run_no', 'unit_no', 'entity_no', 'day'],
  peak: true,
};
const PLACE_ROLLUPS: Rollup = {
  table: 'report_place_cells',
  key: ['run_no', 'unit_no', 'place_no', 'day'],
  peak: true,
};
const TIME_ROLLUPS: Rollup = {
  table: 'report_time_cells',
  // In site time, one instant is in different hours of different days.
  key: ['run_no', 'unit_no', 'hour_at', 'day', 'hour'],
  peak: false,
};

/** @param sign '-' subtracts the sums; the largest power stays */
function fill({ table, key, peak }: Rollup, range: SessionRange, sign: '' | '-' = '') {
  const grouped = [...key, 'month'].map((name) => `s.${name}`).join(', ');
  const sums = Object.values(SUMS).map((text) => `${sign}sum(${text})`);
  const names = [...key, 'month', ...SUM_NAMES, ...(peak ? ['power_max'] : [])].join(', ');
  const values = [grouped, ...sums, ...(peak ? ['max(x.power)'] : [])].join(', ');
  // If one of the two is null, max of two values differs between the databases.
  const larger = `power_max = case when ${table}.power_max is null or excluded.power_max > ${table}.power_max
    then excluded.power_max else ${table}.power_max end`;
  const added = SUM_NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return sql`insert into ${raw(table)} (${raw(names)})
    select ${raw(values)} from report_slices s
    join report_sessions x
      on x.run_no = s.run_no and x.entity_no = s.entity_no and x.session_no = s.session_no
    where s.run_no = ${range.runNo} and s.entity_no in (${sql.join([...range.entityNos])})
      and s.session_no >= ${range.first}
    group by ${raw(grouped)}
    on conflict (${raw(key.join(', '))}) do update
      set ${raw([...added, ...(peak ? [larger] : [])].join(', '))}`;
}

/** Adds stored sessions to the rollups: once each, in the transaction that stores them. */
export async function addToRollups(trx: Kysely<Store>, range: SessionRange): Promise<void> {
  for (const rollup of [TIME_ROLLUPS, ENTITY_ROLLUPS, PLACE_ROLLUPS]) {
    await fill(rollup, range).execute(trx);
    await turn();
  }
}

/** Recomputes the largest power of other Entities, if one of this Entity may have been the largest. */
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

/** Subtracts an Entity from the rollups, before its sessions are removed. */
export async function removeFromRollups(
  trx: Kysely<Store>,
  runNo: number,
  entityNo: number,
): Promise<void> {
  const range = { runNo, entityNos: [entityNo], first: 0 };
  await fill(TIME_ROLLUPS, range, '-').execute(trx);
  await fill(PLACE_ROLLUPS, range, '-').execute(trx);
  await peaksWithout(runNo, entityNo).execute(trx);
  await trx
    .deleteFrom('report_entity_cells')
    .where('run_no', '=', runNo)
    .where('entity_no', '=', entityNo)
    .execute();
}
