import type { ReportSums } from '../../contract/console/report-result.ts';
import { ENERGY_DECIMALS, formatDecimal, formatHours, formatNumber, MISSING } from '../format.ts';
import { averagePowerW } from './average-power.ts';
import { microsOfText, microsToFixed, roundParts, type Micros } from './exact.ts';
import { roundToStep } from './rounding.ts';

/** Sums of a report as displayed, without units. */
export interface ShownSums {
  sessions: string;
  energy: string;
  cost: string;
  unpriced: string;
  duration: string;
  averagePower: string;
  peakPower: string;
  socGain: string;
  rangeGain: string;
}

/** Displayed decimals: energy as everywhere, money to the cent, percentage points and km to a tenth. */
const SHOWN_DECIMALS = {
  energy: ENERGY_DECIMALS,
  cost: 2,
  unpriced: ENERGY_DECIMALS,
  socGain: 1,
  rangeGain: 1,
} as const;
type Amount = keyof typeof SHOWN_DECIMALS;

const AMOUNTS = ['energy', 'cost', 'unpriced', 'socGain', 'rangeGain'] as const;
const MS_PER_MINUTE = 60_000n;

const micros = (decimal: string): Micros => microsOfText(decimal) ?? 0n;

/** W as kW with one decimal, halves away from zero. */
export function shownKw(watts: string | null): string {
  if (watts === null) return MISSING;
  const parsed = microsOfText(watts);
  return parsed === null ? watts : formatDecimal(microsToFixed(parsed / 1000n, 1));
}

/** A single amount, rounded halves away from zero. @param decimals 0 to 6 */
export function shownAmount(decimal: string | null, decimals: number): string {
  if (decimal === null) return MISSING;
  const parsed = microsOfText(decimal);
  return parsed === null ? decimal : formatDecimal(microsToFixed(parsed, decimals));
}

/** Energy, rounded as everywhere. */
export function shownEnergy(decimal: string | null): string {
  return shownAmount(decimal, ENERGY_DECIMALS);
}

/** An amount that few sessions have: a dash if none has it. */
function gain(text: string, sessions: number): string {
  return sessions === 0 ? MISSING : text;
}

function shown(sums: ReportSums, amounts: Record<Amount, string>, duration: string): ShownSums {
  return {
    sessions: formatNumber(sums.sessions),
    energy: formatDecimal(amounts.energy),
    cost: formatDecimal(amounts.cost),
    unpriced: formatDecimal(amounts.unpriced),
    duration,
    averagePower: shownKw(averagePowerW(sums)),
    peakPower: shownKw(sums.peakPowerW),
    socGain: gain(formatDecimal(amounts.socGain), sums.socSessions),
    rangeGain: gain(formatDecimal(amounts.rangeGain), sums.rangeSessions),
  };
}

/** A single row of sums, such as a total: each amount is rounded, halves away from zero. */
export function shownTotal(sums: ReportSums): ShownSums {
  const of = (name: Amount) => microsToFixed(micros(sums[name]), SHOWN_DECIMALS[name]);
  const amounts = {
    energy: of('energy'),
    cost: of('cost'),
    unpriced: of('unpriced'),
    socGain: of('socGain'),
    rangeGain: of('rangeGain'),
  };
  const minutes = roundToStep([BigInt(sums.durationMs)], MS_PER_MINUTE).total;
  return shown(sums, amounts, formatHours(Number(minutes)));
}

/** Sums with all decimals, which always add up. */
export function shownExactly(sums: ReportSums): ShownSums {
  return shown(sums, sums, `${formatDecimal(String(sums.durationMs / 1000))} s`);
}

/**
 * Report rows as displayed. If all rows are given, the rows of each unit are rounded together, so
 * that they add up to the displayed total; otherwise all decimals are kept.
 * @param all whether these are all rows
 * @returns in the same order
 */
export function shownRows(
  rows: readonly (ReportSums & { key: string })[],
  all: boolean,
): ShownSums[] {
  if (!all) return rows.map(shownExactly);
  const places = new Map<string, number[]>();
  // By key, so that the order of the rows changes no digit.
  const inOrder = [...rows.entries()].toSorted(([, a], [, b]) =>
    a.key === b.key ? 0 : a.key < b.key ? -1 : 1,
  );
  for (const [at, { unit }] of inOrder) {
    const ofUnit = places.get(unit ?? '') ?? [];
    ofUnit.push(at);
    places.set(unit ?? '', ofUnit);
  }
  const found: ShownSums[] = [];
  for (const ofUnit of places.values()) roundTogether(rows, ofUnit, found);
  return found;
}

function roundTogether(
  all: readonly ReportSums[],
  places: readonly number[],
  into: ShownSums[],
): void {
  const rows = places.flatMap((at) => all[at] ?? []);
  const rounded = new Map(
    AMOUNTS.map((name) => [
      name,
      roundParts(
        rows.map((row) => micros(row[name])),
        SHOWN_DECIMALS[name],
      ).parts,
    ]),
  );
  const minutes = roundToStep(
    rows.map((row) => BigInt(row.durationMs)),
    MS_PER_MINUTE,
  ).parts;
  for (const [at, row] of rows.entries()) {
    const of = (name: Amount) => rounded.get(name)?.[at] ?? '0';
    const amounts = {
      energy: of('energy'),
      cost: of('cost'),
      unpriced: of('unpriced'),
      socGain: of('socGain'),
      rangeGain: of('rangeGain'),
    };
    into[places[at] ?? 0] = shown(row, amounts, formatHours(Number(minutes[at] ?? 0n)));
  }
}

/** Shares of the registers in the energy, in whole percent that add up to 100; empty if there are none. */
export function registerShares({ registers }: Pick<ReportSums, 'registers'>): [string, string][] {
  const parts = [
    ['t1', registers.t1],
    ['t2', registers.t2],
    ['t3', registers.t3],
    ['t4', registers.t4],
    ['none', registers.rest],
  ] as const;
  const known = parts.map(([name, energy]): [string, Micros] => [name, micros(energy)]);
  const sum = known.reduce((total, [, energy]) => total + energy, 0n);
  const inRegisters = known.some(([name, energy]) => name !== 'none' && energy !== 0n);
  // Registers above the total, or below zero, have no meaningful share.
  if (!inRegisters || sum <= 0n || known.some(([, energy]) => energy < 0n)) return [];
  const percent = roundToStep(
    known.map(([, energy]) => energy * 100n),
    sum,
  ).parts;
  return known.flatMap(([name, energy], at): [string, string][] =>
    energy === 0n ? [] : [[name, `${percent[at] ?? 0n} %`]],
  );
}
