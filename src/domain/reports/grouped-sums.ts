import type { ComputedReport } from './compute-report.ts';
import { ExactSums } from './exact-numbers.ts';
import { groupKeys, type GroupKeys, type SlicedGrouping } from './group-keys.ts';
import { areDoubtful } from './session-checks.ts';

const NONE = Number.NaN;
/** The places of the columns of grouped sums. */
export const AT = {
  sessions: 0,
  energy: 1,
  t1: 2,
  t2: 3,
  t3: 4,
  t4: 5,
  rest: 6,
  cost: 7,
  fees: 8,
  unpriced: 9,
  durationMs: 10,
  socGain: 11,
  socSessions: 12,
  rangeGain: 13,
  rangeSessions: 14,
  doubtful: 15,
} as const;
export type SumName = keyof typeof AT;
const COLUMNS = 16;
/** Up to this many possible groups are looked up in an array. */
const DENSE_MOST = 4_000_000;

const known = (amount: number) => (amount === amount ? amount : 0);

/** Whether the energy of a session is in doubt, and no operator accepted it. */
export function isDoubtfulRow({ exceptions, decided }: ComputedReport, row: number): boolean {
  return areDoubtful(exceptions[row] ?? 0) && decided.get(row)?.kind !== 'accepted';
}

/** Grouped sums: a row per group and energy unit. */
export interface Grouped {
  keys: readonly GroupKeys[];
  sums: ExactSums;
  /** The number of each row in each grouping, and its unit. */
  numbers: [number[], number[]];
  units: number[];
  peaks: number[];
}

/** Finds the row of a combination of numbers. */
function rowFinder(size: number): (combined: number | string, add: () => number) => number {
  if (size <= DENSE_MOST) {
    const rows = new Int32Array(size);
    return (combined, add) => {
      if (typeof combined === 'string') throw new Error('too many possible groups for an array');
      const found = rows[combined] ?? 0;
      if (found !== 0) return found - 1;
      const made = add();
      rows[combined] = made + 1;
      return made;
    };
  }
  const rows = new Map<number | string, number>();
  return (combined, add) => {
    const found = rows.get(combined);
    if (found !== undefined) return found;
    const made = add();
    rows.set(combined, made);
    return made;
  };
}

/**
 * Adds up the slices of a report.
 * @param keys of one or two groupings; none: all together
 */
export function addUp(report: ComputedReport, keys: readonly GroupKeys[]): Grouped {
  const { columns, slices } = report;
  const [first, second] = keys;
  const unitCount = columns.dictionary.units.list.length;
  const sums = new ExactSums(COLUMNS);
  const made: Grouped = { keys, sums, numbers: [[], []], units: [], peaks: [] };
  const secondSize = second?.size ?? 1;
  const size = (first?.size ?? 1) * secondSize * unitCount;
  const find = rowFinder(size);
  const isExact = size <= Number.MAX_SAFE_INTEGER;
  const { amounts, indexes } = columns;
  const own = slices.amounts;
  const hasRegisters = [own.t1, own.t2, own.t3, own.t4].some(({ length }) => length > 0);
  const hasCosts = own.cost.length > 0;
  /** The last session that counted in each row. */
  const counted: number[] = [];
  let lastSession = -1;
  let lastCombined: number | string = -1;
  let group = 0;
  for (let slice = 0; slice < slices.count; slice += 1) {
    const row = slices.session[slice] ?? 0;
    const unit = indexes.unit[row] ?? 0;
    const [one, two] = [first?.of(slice, row) ?? 0, second?.of(slice, row) ?? 0];
    // Sessions dated thousands of years apart, by two times.
    const combined = isExact
      ? (one * secondSize + two) * unitCount + unit
      : `${one} ${two} ${unit}`;
    if (combined !== lastCombined) {
      lastCombined = combined;
      group = find(combined, () => {
        sums.reserve(made.units.length);
        made.numbers[0].push(one);
        made.numbers[1].push(two);
        made.peaks.push(NONE);
        return made.units.push(unit) - 1;
      });
    }
    const energy = own.energy[slice] ?? NONE;
    // Registers beside a total that cannot be added are in no sum.
    if (energy === energy) {
      let rest = energy;
      sums.add(group, AT.energy, energy);
      if (hasRegisters) {
        const [t1, t2] = [known(own.t1[slice] ?? NONE), known(own.t2[slice] ?? NONE)];
        const [t3, t4] = [known(own.t3[slice] ?? NONE), known(own.t4[slice] ?? NONE)];
        sums.add(group, AT.t1, t1);
        sums.add(group, AT.t2, t2);
        sums.add(group, AT.t3, t3);
        sums.add(group, AT.t4, t4);
        rest -= t1 + t2 + t3 + t4;
      }
      sums.add(group, AT.rest, rest);
    }
    if (hasCosts) {
      const fees = known(own.fees[slice] ?? NONE);
      sums.add(group, AT.cost, known(own.cost[slice] ?? NONE) + fees);
      sums.add(group, AT.fees, fees);
      sums.add(group, AT.unpriced, own.unpriced[slice] ?? 0);
    }
    sums.add(group, AT.durationMs, own.durationMs[slice] ?? 0);
    const power = amounts.powerMw[row] ?? NONE;
    const peak = made.peaks[group] ?? NONE;
    if (power > peak || (peak !== peak && power === power)) made.peaks[group] = power;
    // A session that is split counts in each group that it has a part in; its gains only in its first.
    if (counted[group] !== row) {
      counted[group] = row;
      sums.add(group, AT.sessions, 1);
      if (isDoubtfulRow(report, row)) sums.add(group, AT.doubtful, 1);
    }
    if (row === lastSession) continue;
    lastSession = row;
    const soc = (amounts.socEnd[row] ?? NONE) - (amounts.socStart[row] ?? NONE);
    if (soc === soc) {
      sums.add(group, AT.socGain, soc);
      sums.add(group, AT.socSessions, 1);
    }
    const range = amounts.rangeGain[row] ?? NONE;
    if (range === range) {
      sums.add(group, AT.rangeGain, range);
      sums.add(group, AT.rangeSessions, 1);
    }
  }
  return made;
}

/** Sums of a report that are asked for again: its totals, its groups in another order, the largest of a chart. */
const KEPT_MOST = { sums: 6, rows: 20_000 } as const;
const kept = new WeakMap<ComputedReport, Map<string, Grouped>>();

/** The sums of a report by one or two groupings, or all together; small ones are kept with the report. */
export function sumsBy(report: ComputedReport, by: readonly SlicedGrouping[]): Grouped {
  const own = kept.get(report) ?? new Map<string, Grouped>();
  kept.set(report, own);
  const name = by.join();
  const before = own.get(name);
  if (before !== undefined) return before;
  const made = addUp(
    report,
    by.map((grouping) => groupKeys(report, grouping)),
  );
  if (own.size >= KEPT_MOST.sums) own.clear();
  if (made.units.length <= KEPT_MOST.rows) own.set(name, made);
  return made;
}
