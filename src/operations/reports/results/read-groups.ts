import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type {
  GroupOrder,
  ReportGroup,
  ReportGroups,
  ReportSums,
} from '../../../contract/console/report-result.ts';
import { microsOfText, microsTextToText } from '../../../domain/reports/exact.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readDoubtful, readDoubtfulOfEntities } from './read-findings.ts';
import { SUM_NAMES } from '../runs/rollups.ts';
import { keyOfRow, NOT_NOTHING, SHAPES, sumsByNumber, type Shape } from './group-shapes.ts';
import { orderTotals, registerGroups, sumsOf, type SumTexts } from './group-sums.ts';

/** The requested rows of a grouping, and their order. */
export interface GroupsAsk {
  by: Grouping;
  /** By key by default: dates in order, Entities and Locations by name. */
  order?: GroupOrder | undefined;
  /** Ascending by default. */
  direction?: 'up' | 'down' | undefined;
  /** Absent: all rows. */
  limit?: number | undefined;
  offset?: number | undefined;
  /** Only rows in this energy unit; empty: those without one. */
  unit?: string | undefined;
}

/** The result of a query. */
interface GroupRow extends SumTexts {
  unit: string;
  rows: number | string;
  key: number | string;
  label?: string | null;
  accuracy_min?: number | string | null;
  accuracy_max?: number | string | null;
}

/** More rows than possible, since an offset needs a limit. */
const ALL = 2 ** 31 - 1;

/** The sortable columns of rows. */
const ORDER_COLUMNS: Readonly<Record<Exclude<GroupOrder, 'key'>, string>> = {
  energy: 'energy',
  cost: 'cost',
  sessions: 'sessions',
  duration: 'duration_ms',
};

/** By name, then by key; rows without a name are last in both directions. */
function orderByKey({ key, label }: Shape, direction: string): string {
  const own = `${key} ${direction}, u.unit`;
  if (label === undefined) return own;
  const name = `max(${label})`;
  return `case when ${name} is null then 1 else 0 end, lower(${name}) ${direction}, ${own}`;
}

function statementOf(runNo: number, shape: Shape, ask: Omit<GroupsAsk, 'by'>) {
  const { key, label, more, join = '' } = shape;
  const { order = 'key', limit = ALL, offset = 0, unit } = ask;
  const direction = ask.direction === 'down' ? 'desc' : 'asc';
  const columns = [
    `${key} as key`,
    ...(label === undefined ? [] : [`max(${label}) as label`]),
    ...(more === undefined ? [] : [more]),
    'cast(max(g.power_max) as text) as power_max',
    ...SUM_NAMES.map((name) => `cast(sum(g.${name}) as text) as ${name}`),
  ];
  // Not by column name: those columns are texts.
  const byColumn = order === 'key' ? '' : `sum(g.${ORDER_COLUMNS[order]}) ${direction}, `;
  const byKey = orderByKey(shape, order === 'key' ? direction : 'asc');
  const where: RawBuilder<unknown> = unit === undefined ? sql`` : sql`where u.unit = ${unit}`;
  return sql<GroupRow>`select u.unit, count(*) over () as rows, ${sql.raw(columns.join(', '))}
    from (${sumsByNumber(shape, [runNo])}) g
    join report_units u on u.unit_no = g.unit_no ${sql.raw(join)} ${where}
    group by u.unit, ${sql.raw(key)} having ${sql.raw(NOT_NOTHING)}
    order by ${sql.raw(`${byColumn}${byKey}`)} limit ${limit} offset ${offset}`;
}

function groupOf(grouping: Grouping, row: GroupRow): ReportGroup {
  const { accuracy_min: min, accuracy_max: max } = row;
  return {
    ...sumsOf(row.unit, row),
    key: keyOfRow(grouping, row.key),
    label: row.label ?? null,
    accuracy:
      min === undefined || min === null || max === undefined || max === null
        ? null
        : { min: microsTextToText(String(min)), max: microsTextToText(String(max)) },
  };
}

/** The totals of a run, a row per energy unit, that of most sessions first. */
export async function readTotals(db: Kysely<Store>, runNo: number): Promise<ReportSums[]> {
  const { rows } = await statementOf(runNo, SHAPES.total, {}).execute(db);
  return orderTotals(rows.map((row) => sumsOf(row.unit, row)));
}

/** The energy unit of most sessions of a run; null also if there are none. */
export async function mainUnit(db: Kysely<Store>, runNo: number): Promise<string | null> {
  const [first] = await readTotals(db, runNo);
  return first?.unit ?? null;
}

/** Pages the registers, which are few; only their energy is known. */
function someRegisters(totals: readonly ReportSums[], ask: GroupsAsk): ReportGroup[] {
  const groups = registerGroups(totals);
  const micros = ({ energy }: ReportGroup) => microsOfText(energy) ?? 0n;
  const sorted =
    ask.order === 'energy'
      ? groups.toSorted((a, b) => (micros(a) < micros(b) ? -1 : micros(a) > micros(b) ? 1 : 0))
      : groups;
  return ask.direction === 'down' ? sorted.toReversed() : sorted;
}

async function someGroups(
  db: Kysely<Store>,
  runNo: number,
  grouping: Exclude<Grouping, 'register'>,
  ask: GroupsAsk,
): Promise<Pick<ReportGroups, 'groups' | 'count'>> {
  const read = async (some: GroupsAsk) =>
    (await statementOf(runNo, SHAPES[grouping], some).execute(db)).rows;
  const rows = await read(ask);
  // A page after the last one has no row with the total number.
  const isBeyond = rows.length === 0 && (ask.offset ?? 0) > 0;
  const [any] = isBeyond ? await read({ ...ask, limit: 1, offset: 0 }) : rows;
  const count = Number(any?.rows ?? 0);
  if (grouping !== 'entity') return { groups: rows.map((row) => groupOf(grouping, row)), count };
  const doubtful = await readDoubtfulOfEntities(db, runNo);
  const ofEntity = (row: GroupRow) => doubtful.get(`${row.key} ${row.unit}`) ?? 0;
  const groups = rows.map((row) => ({ ...groupOf(grouping, row), doubtful: ofEntity(row) }));
  return { groups, count };
}

/**
 * Rows of a grouped report, added up, sorted and paged by the database.
 * @param runNo the number of the run, finished or not
 */
export async function readGroups(
  db: Kysely<Store>,
  runNo: number,
  ask: GroupsAsk,
): Promise<ReportGroups> {
  const totals = await readTotals(db, runNo);
  const doubtful = await readDoubtful(db, runNo);
  const { by: grouping, offset = 0, limit = ALL } = ask;
  if (grouping === 'register') {
    const groups = someRegisters(totals, ask);
    const some = groups.slice(offset, offset + limit);
    return { grouping, groups: some, count: groups.length, totals, doubtful };
  }
  return { grouping, ...(await someGroups(db, runNo, grouping, ask)), totals, doubtful };
}
