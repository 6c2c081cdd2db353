import { sql, type Kysely } from 'kysely';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import {
  ReportSums,
  type GroupOrder,
  type ReportGroup,
  type ReportGroupComparison,
} from '../../../contract/console/report-result.ts';
import { aligning } from '../../../domain/reports/alignment.ts';
import { microsOfText } from '../../../domain/reports/exact.ts';
import type { RollupSums, ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { SUM_NAMES } from '../runs/rollups.ts';
import { NOT_NOTHING, SHAPES, sumsByNumber } from './group-shapes.ts';
import { sumsOf } from './group-sums.ts';
import { ORDER_COLUMNS, orderByKey, readGroups } from './read-groups.ts';

type Run = Pick<ReportRunRow, 'run_no' | 'zone' | 'start_ms' | 'end_ms'>;
type Comparison = Pick<ReportGroupComparison, 'rows' | 'count'>;
type Row = ReportGroupComparison['rows'][number];

/** The requested rows. They are sorted by values of the later run, or by the change of the energy. */
export interface ComparedGroupsAsk {
  by: Grouping;
  order?: GroupOrder | 'change' | undefined;
  direction?: 'up' | 'down' | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

const ALL = 2 ** 31 - 1;

/** Groupings with possibly very many rows: the database joins those of two runs. */
type LongGrouping = 'entity' | 'collective' | 'location' | 'address';
const isLong = (grouping: Grouping): grouping is LongGrouping =>
  ['entity', 'collective', 'location', 'address'].includes(grouping);

type Side = 'earlier' | 'later';
type SideName = `${Side}_${keyof RollupSums | 'power_max'}`;
type PairRow = Partial<Record<SideName, string | null>> & {
  unit: string;
  rows: number | string;
  key: string;
  label?: string | null;
};

/** The sums of one of the two runs; null if it has no such row. */
function sideOf(row: PairRow, side: Side): ReportSums | null {
  const of = (name: keyof RollupSums | 'power_max') => row[`${side}_${name}`] ?? null;
  const sums = (name: keyof RollupSums) => of(name) ?? '0';
  if (of('sessions') === null) return null;
  return sumsOf(row.unit, {
    sessions: sums('sessions'),
    energy: sums('energy'),
    t1: sums('t1'),
    t2: sums('t2'),
    t3: sums('t3'),
    t4: sums('t4'),
    rest: sums('rest'),
    cost: sums('cost'),
    unpriced: sums('unpriced'),
    duration_ms: sums('duration_ms'),
    soc_gain: sums('soc_gain'),
    soc_sessions: sums('soc_sessions'),
    range_gain: sums('range_gain'),
    range_sessions: sums('range_sessions'),
    power_max: of('power_max'),
  });
}

async function comparedByDatabase(
  db: Kysely<Store>,
  earlier: Run,
  later: Run,
  by: LongGrouping,
  ask: ComparedGroupsAsk,
): Promise<Comparison> {
  const shape = SHAPES[by];
  const { key, label, join = '' } = shape;
  const { order = 'key', limit = ALL, offset = 0 } = ask;
  const direction = ask.direction === 'down' ? 'desc' : 'asc';
  const ofRun = (side: Side, name: string) =>
    `case when g.run_no = ${side === 'later' ? later.run_no : earlier.run_no} then g.${name} end`;
  const sum = (side: Side, name: string) => `coalesce(sum(${ofRun(side, name)}), 0)`;
  const sides: readonly Side[] = ['earlier', 'later'];
  const columns = [
    `${key} as key`,
    ...(label === undefined ? [] : [`max(${label}) as label`]),
    ...sides.flatMap((side) => [
      ...SUM_NAMES.map((name) => `cast(sum(${ofRun(side, name)}) as text) as ${side}_${name}`),
      `cast(max(${ofRun(side, 'power_max')}) as text) as ${side}_power_max`,
    ]),
  ];
  const byValue =
    order === 'key'
      ? ''
      : order === 'change'
        ? `abs(${sum('later', 'energy')} - ${sum('earlier', 'energy')}) ${direction}, `
        : `${sum('later', ORDER_COLUMNS[order])} ${direction}, `;
  const byKey = orderByKey(shape, order === 'key' ? direction : 'asc');
  const read = async (most: number, from: number) => {
    const { rows } = await sql<PairRow>`select u.unit, count(*) over () as rows,
        ${sql.raw(columns.join(', '))}
      from (${sumsByNumber(shape, [earlier.run_no, later.run_no])}) g
      join report_units u on u.unit_no = g.unit_no ${sql.raw(join)}
      group by u.unit, ${sql.raw(key)} having ${sql.raw(NOT_NOTHING)}
      order by ${sql.raw(`${byValue}${byKey}`)} limit ${most} offset ${from}`.execute(db);
    return rows;
  };
  const rows = await read(limit, offset);
  const [any] = rows.length === 0 && offset > 0 ? await read(1, 0) : rows;
  return {
    rows: rows.map((row) => ({
      key: row.key,
      earlierKey: null,
      label: row.label ?? null,
      unit: row.unit === '' ? null : row.unit,
      earlier: sideOf(row, 'earlier'),
      later: sideOf(row, 'later'),
    })),
    count: Number(any?.rows ?? 0),
  };
}

const withoutKey = (group: ReportGroup): ReportSums => ReportSums.parse(group);

/** Pairs rows: those of the later run in their order, then those of the earlier run only. */
function pair(
  earlier: readonly ReportGroup[],
  later: readonly ReportGroup[],
  align: (key: string) => string | null,
): Row[] {
  const rows = new Map<string, Row>();
  const idOf = (key: string, unit: string | null) => JSON.stringify([key, unit]);
  for (const group of later) {
    const { key, label, unit } = group;
    const row = { key, earlierKey: null, label, unit, earlier: null, later: withoutKey(group) };
    rows.set(idOf(key, unit), row);
  }
  for (const group of earlier) {
    const { key: own, label, unit } = group;
    const key = align(own);
    const sums = withoutKey(group);
    const earlierKey = key === own ? null : own;
    // An hour that the later calendar does not show keeps its own key, without a counterpart.
    const id = key === null ? `alone ${idOf(own, unit)}` : idOf(key, unit);
    const row = rows.get(id) ?? { key: key ?? own, label, unit, later: null };
    rows.set(id, { ...row, earlierKey, earlier: sums });
  }
  return [...rows.values()];
}

const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const micros = (text: string | undefined) => microsOfText(text ?? '0') ?? 0n;

function valueOf({ earlier, later }: Row, order: Exclude<GroupOrder, 'key'> | 'change'): bigint {
  switch (order) {
    case 'energy':
    case 'cost':
      return micros(later?.[order]);
    case 'sessions':
      return BigInt(later?.sessions ?? 0);
    case 'duration':
      return BigInt(later?.durationMs ?? 0);
    case 'change': {
      const change = micros(later?.energy) - micros(earlier?.energy);
      return change < 0n ? -change : change;
    }
  }
}

function sorted(rows: readonly Row[], { by, order = 'key', direction }: ComparedGroupsAsk): Row[] {
  const sign = direction === 'down' ? -1 : 1;
  // Registers have their own order, with "none" last.
  const keyOf = ({ key }: Row) => (by === 'register' && key === 'none' ? 'z' : key);
  const byKey = (a: Row, b: Row) =>
    compare(keyOf(a), keyOf(b)) || compare(a.unit ?? '', b.unit ?? '');
  if (order === 'key') return rows.toSorted((a, b) => sign * byKey(a, b));
  return rows.toSorted(
    (a, b) => sign * compare(valueOf(a, order), valueOf(b, order)) || byKey(a, b),
  );
}

/**
 * Groups of two runs side by side; see `aligning` for their pairing.
 * @param earlier the run to compare with
 */
export async function compareGroups(
  db: Kysely<Store>,
  earlier: Run,
  later: Run,
  ask: ComparedGroupsAsk,
): Promise<ReportGroupComparison> {
  const { by, limit = ALL, offset = 0 } = ask;
  if (isLong(by)) {
    return { grouping: by, ...(await comparedByDatabase(db, earlier, later, by, ask)) };
  }
  const of = async ({ run_no }: Run) => (await readGroups(db, run_no, { by })).groups;
  const period = ({ zone, start_ms, end_ms }: Run) => ({ zone, startMs: start_ms, endMs: end_ms });
  const align = aligning(by, period(earlier), period(later));
  const rows = sorted(pair(await of(earlier), await of(later), align), ask);
  return { grouping: by, rows: rows.slice(offset, offset + limit), count: rows.length };
}
