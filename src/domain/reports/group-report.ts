import type { FigureOrder, FigureRow, FigureSums } from '../../contract/console/report-figures.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import { microsOfText, microsToText } from './exact.ts';
import { NO_REGISTER } from './groups.ts';
import type { ComputedReport } from './compute-report.ts';
import type { SlicedGrouping } from './group-keys.ts';
import { AT, sumsBy, type Grouped, type SumName } from './grouped-sums.ts';

/** Watts of milliwatts, exactly. */
export const wattsOf = (milliwatts: number): string | null =>
  milliwatts === milliwatts ? microsToText(BigInt(milliwatts) * 1000n) : null;

function sumsOf({ sums, units, peaks }: Grouped, row: number, report: ComputedReport): FigureSums {
  const text = (name: SumName) => microsToText(sums.of(row, AT[name]));
  const count = (name: SumName) => Number(sums.of(row, AT[name]));
  return {
    unit: report.columns.dictionary.units.list[units[row] ?? 0] ?? null,
    sessions: count('sessions'),
    energy: text('energy'),
    registers: {
      t1: text('t1'),
      t2: text('t2'),
      t3: text('t3'),
      t4: text('t4'),
      rest: text('rest'),
    },
    cost: text('cost'),
    fees: text('fees'),
    unpriced: text('unpriced'),
    durationMs: count('durationMs'),
    socGain: text('socGain'),
    socSessions: count('socSessions'),
    rangeGain: text('rangeGain'),
    rangeSessions: count('rangeSessions'),
    highestAverageW: wattsOf(peaks[row] ?? Number.NaN),
    doubtful: count('doubtful'),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The place of each number of a grouping in the order of its names, else its keys. */
function ranks({ numbers, keys }: Grouped, position: 0 | 1): Map<number, number> {
  const own = keys[position];
  if (own === undefined) return new Map();
  const all = [...new Set(numbers[position])].map((number) => {
    const label = own.isNamed ? own.label(number) : null;
    return { number, key: own.key(number), name: label?.toLowerCase() ?? null };
  });
  const sorted = all.toSorted((a, b) => {
    if (a.name !== b.name) {
      if (a.name === null || b.name === null) return own.isNamed ? (a.name === null ? 1 : -1) : 0;
      return compare(a.name, b.name);
    }
    return compare(a.key, b.key);
  });
  return new Map(sorted.map(({ number }, rank) => [number, rank]));
}

const ORDERS: Readonly<Record<Exclude<FigureOrder, 'key'>, number>> = {
  energy: AT.energy,
  cost: AT.cost,
  sessions: AT.sessions,
  duration: AT.durationMs,
};

/** The asked rows of grouped sums, and their order. */
export interface RowsAsk {
  /** By key by default: dates in order, Entities and Locations by name. */
  order?: FigureOrder | undefined;
  /** Ascending by default. */
  direction?: 'up' | 'down' | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
  /** Only rows in this energy unit; null: without one. Absent: all. */
  unit?: string | null | undefined;
}

/** The totals of a report, a row per energy unit, that of most sessions first. */
export function reportTotals(report: ComputedReport): FigureSums[] {
  return groupReport(report, []).rows.map(({ keys, ...sums }) => {
    if (keys.length > 0) throw new Error('totals have no keys');
    return sums;
  });
}

/** The rows in order. */
function ordered(grouped: Grouped, report: ComputedReport, ask: RowsAsk): number[] {
  const { sums, units, numbers } = grouped;
  const [first, second] = [ranks(grouped, 0), ranks(grouped, 1)];
  const unitNames = report.columns.dictionary.units.list;
  const unit = ask.unit === undefined ? -1 : unitNames.indexOf(ask.unit);
  const rows = [...units.keys()].filter((row) => ask.unit === undefined || units[row] === unit);
  const rank = (of: Map<number, number>, row: number, position: 0 | 1) =>
    of.get(numbers[position][row] ?? 0) ?? 0;
  const sign = ask.direction === 'down' ? -1 : 1;
  const byUnit = (a: number, b: number) =>
    compare(unitNames[units[a] ?? 0] ?? '', unitNames[units[b] ?? 0] ?? '');
  const byKey = (a: number, b: number) =>
    rank(first, a, 0) - rank(first, b, 0) || rank(second, a, 1) - rank(second, b, 1);
  const { order = 'key' } = ask;
  if (order === 'key') return rows.toSorted((a, b) => sign * byKey(a, b) || byUnit(a, b));
  const column = ORDERS[order];
  return rows.toSorted(
    (a, b) => sign * (sums.near(a, column) - sums.near(b, column)) || byKey(a, b) || byUnit(a, b),
  );
}

/** Rows of a grouped report. */
export interface ReportRows {
  rows: FigureRow[];
  /** Number of all rows. */
  count: number;
}

const NO_SUMS: Omit<FigureSums, 'unit' | 'energy' | 'registers'> = {
  sessions: 0,
  cost: '0',
  fees: '0',
  unpriced: '0',
  durationMs: 0,
  socGain: '0',
  socSessions: 0,
  rangeGain: '0',
  rangeSessions: 0,
  highestAverageW: null,
  doubtful: 0,
};
const NO_REGISTERS = { t1: '0', t2: '0', t3: '0', t4: '0', rest: '0' };
const REGISTERS = ['t1', 't2', 't3', 't4', 'rest'] as const;

/** Energy by register, from other rows; no other amount belongs to one register. */
function byRegister(rows: readonly FigureRow[], position: number): FigureRow[] {
  const rowOf = ({ keys, unit, registers }: FigureRow, name: (typeof REGISTERS)[number]) => {
    const energy = registers[name];
    if (energy === '0') return [];
    const key = { key: name === 'rest' ? NO_REGISTER : name, label: null };
    const own = { ...NO_REGISTERS, [name]: energy };
    return [{ ...NO_SUMS, keys: keys.toSpliced(position, 0, key), unit, energy, registers: own }];
  };
  return position === 0
    ? REGISTERS.flatMap((name) => rows.flatMap((row) => rowOf(row, name)))
    : rows.flatMap((row) => REGISTERS.flatMap((name) => rowOf(row, name)));
}

/**
 * Rows of a report, grouped by none, one or two things.
 * @param by how rows are made; none: the totals, the unit of most sessions first
 */
export function groupReport(
  report: ComputedReport,
  by: readonly Grouping[],
  ask: RowsAsk = {},
): ReportRows {
  const position = by.indexOf('register');
  if (position !== -1) {
    const others = groupReport(report, by.toSpliced(position, 1), { unit: ask.unit });
    const made = byRegister(others.rows, position);
    const rows = ask.order === 'energy' ? made.toSorted(byEnergy) : made;
    const directed = ask.direction === 'down' ? rows.toReversed() : rows;
    return { rows: page(directed, ask), count: rows.length };
  }
  const sliced = by.filter((each): each is SlicedGrouping => each !== 'register');
  const grouped = sumsBy(report, sliced);
  const order = ordered(grouped, report, ask);
  const rows = page(order, ask).map((row): FigureRow => {
    const keys = grouped.keys.map((own, place) => {
      const number = grouped.numbers[place === 0 ? 0 : 1][row] ?? 0;
      return { key: own.key(number), label: own.label(number) };
    });
    return { keys, ...sumsOf(grouped, row, report) };
  });
  if (by.length > 0) return { rows, count: order.length };
  const sorted = rows.toSorted(
    (a, b) => b.sessions - a.sessions || compare(a.unit ?? '', b.unit ?? ''),
  );
  return { rows: sorted, count: order.length };
}

const page = <T>(list: readonly T[], { offset = 0, limit = Infinity }: RowsAsk): T[] =>
  list.slice(offset, offset + limit);

function byEnergy(a: FigureRow, b: FigureRow): number {
  const [one, other] = [microsOfText(a.energy) ?? 0n, microsOfText(b.energy) ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}
