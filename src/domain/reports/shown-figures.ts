import type { FigureSums } from '../../contract/console/report-figures.ts';
import { ENERGY_DECIMALS, formatDecimal, formatHours, formatNumber, MISSING } from '../format.ts';
import {
  microsOfText,
  microsToFixed,
  microsToText,
  type Micros,
  divideRounded,
  roundToStep,
} from './exact.ts';
import { kwhPerUnit } from './energy-unit.ts';

const MS_PER_HOUR = 3_600_000n;
/** Millionths of W per milliwatt. Millionths of a kWh by hours are milliwatts already. */
const MICROS_PER_MILLI = 1000n;

/**
 * The average power of sums: energy divided by duration, in W, rounded to a milliwatt, halves away
 * from zero. Includes the energy of sessions without a duration.
 * @returns null if the energy unit is not known, or the duration is zero
 */
export function averagePowerW(
  sums: Pick<FigureSums, 'unit' | 'energy' | 'durationMs'>,
): string | null {
  const unit = kwhPerUnit(sums.unit);
  const energy = microsOfText(sums.energy);
  if (unit === null || energy === null || sums.durationMs <= 0) return null;
  const milliwatts = divideRounded(
    energy * unit.times * MS_PER_HOUR,
    unit.by * BigInt(sums.durationMs),
  );
  return microsToText(milliwatts * MICROS_PER_MILLI);
}

/** Displayed decimals: energy as everywhere, money to the cent, percentage points and km to a tenth. */
const MONEY_DECIMALS = 2;
const GAIN_DECIMALS = 1;
const MS_PER_MINUTE = 60_000n;

const micros = (decimal: string): Micros => microsOfText(decimal) ?? 0n;

/** A single amount, rounded halves away from zero. @param decimals 0 to 6 */
function shownAmount(decimal: string | null, decimals: number): string {
  if (decimal === null) return MISSING;
  const parsed = microsOfText(decimal);
  return parsed === null ? decimal : formatDecimal(microsToFixed(parsed, decimals));
}

/** Energy, rounded as everywhere. */
export const shownEnergy = (decimal: string | null) => shownAmount(decimal, ENERGY_DECIMALS);

/** Money, rounded to the cent. */
export const shownMoney = (decimal: string | null) => shownAmount(decimal, MONEY_DECIMALS);

/** W as kW with one decimal, halves away from zero. */
export function shownKw(watts: string | null): string {
  if (watts === null) return MISSING;
  const parsed = microsOfText(watts);
  return parsed === null ? watts : formatDecimal(microsToFixed(parsed / 1000n, 1));
}

const minutesOf = (durationMs: number): bigint => divideRounded(BigInt(durationMs), MS_PER_MINUTE);

/** A duration in hours and minutes. @param durationMs in milliseconds */
export const shownDuration = (durationMs: number) => formatHours(Number(minutesOf(durationMs)));

/** Sums of a report as displayed, without units: each figure is the rounding of its own exact value. */
export interface ShownFigures {
  sessions: string;
  energy: string;
  cost: string;
  unpriced: string;
  duration: string;
  averagePower: string;
  highestAverage: string;
  socGain: string;
  rangeGain: string;
}

/** The figures of a row, or of a total. */
export function shownFigures(sums: FigureSums): ShownFigures {
  const gain = (decimal: string, sessions: number) =>
    sessions === 0 ? MISSING : shownAmount(decimal, GAIN_DECIMALS);
  return {
    sessions: formatNumber(sums.sessions),
    energy: shownEnergy(sums.energy),
    cost: shownMoney(sums.cost),
    unpriced: shownEnergy(sums.unpriced),
    duration: shownDuration(sums.durationMs),
    averagePower: shownKw(averagePowerW(sums)),
    highestAverage: shownKw(sums.highestAverageW),
    socGain: gain(sums.socGain, sums.socSessions),
    rangeGain: gain(sums.rangeGain, sums.rangeSessions),
  };
}

/**
 * Why the shown rows do not add up to the shown total, in sentences; null: they do.
 * @param rows all rows of the total
 * @param currency null: no cost is shown
 * @param hasEnergyOnly whether the rows have no other figure, as registers do
 */
export function roundingNote(
  rows: readonly FigureSums[],
  totals: readonly FigureSums[],
  currency: string | null,
  hasEnergyOnly = false,
): string | null {
  const steps = (decimal: string, decimals: number) =>
    divideRounded(micros(decimal), 10n ** BigInt(6 - decimals));
  const more = totals.flatMap((total) => {
    const own = rows.filter(({ unit }) => unit === total.unit);
    const rest = (of: (sums: FigureSums) => bigint) =>
      own.reduce((sum, row) => sum + of(row), 0n) - of(total);
    const energy = rest((sums) => steps(sums.energy, ENERGY_DECIMALS));
    const cost = currency === null ? 0n : rest((sums) => steps(sums.cost, MONEY_DECIMALS));
    const minutes = rest((sums) => minutesOf(sums.durationMs));
    const others = [
      differenceText(cost, MONEY_DECIMALS, currency ?? ''),
      differenceText(minutes, 0, 'min'),
    ];
    return [
      differenceText(energy, ENERGY_DECIMALS, total.unit ?? 'without a unit'),
      ...(hasEnergyOnly ? [] : others),
    ].filter((text) => text !== null);
  });
  const sessions = (of: readonly FigureSums[]) => of.reduce((sum, each) => sum + each.sessions, 0);
  const notes = [
    more.length > 0 &&
      `Each figure is rounded by itself: the rows shown add up to ${more.join(', ')} than the total.`,
    sessions(rows) > sessions(totals) &&
      'A session that is split counts in each row that it has a part in, and once in the total.',
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
}

/** "0.01 kWh more"; null: no difference. */
function differenceText(steps: bigint, decimals: number, unit: string): string | null {
  if (steps === 0n) return null;
  const size = steps < 0n ? -steps : steps;
  const amount = formatDecimal(microsToFixed(size * 10n ** BigInt(6 - decimals), decimals));
  return `${amount} ${unit} ${steps < 0n ? 'less' : 'more'}`;
}

/** The totals of all energy units together; their energies stay apart. */
export interface TogetherSums {
  sessions: number;
  cost: string;
  unpriced: { unit: string | null; energy: string }[];
  durationMs: number;
  highestAverageW: string | null;
  doubtful: number;
}

/** Adds up what does not depend on the energy unit. A session has one unit, so that none counts twice. */
export function together(totals: readonly FigureSums[]): TogetherSums {
  const highest = totals.flatMap(({ highestAverageW }) =>
    highestAverageW === null ? [] : [micros(highestAverageW)],
  );
  return {
    sessions: totals.reduce((sum, { sessions }) => sum + sessions, 0),
    cost: microsToText(totals.reduce((sum, { cost }) => sum + micros(cost), 0n)),
    unpriced: totals.flatMap(({ unit, unpriced }) =>
      unpriced === '0' ? [] : [{ unit, energy: unpriced }],
    ),
    durationMs: totals.reduce((sum, { durationMs }) => sum + durationMs, 0),
    highestAverageW:
      highest.length === 0
        ? null
        : microsToText(highest.reduce((most, each) => (each > most ? each : most))),
    doubtful: totals.reduce((sum, { doubtful }) => sum + doubtful, 0),
  };
}

/** Energy of all known units together in kWh, rounded to a millionth; null unless there are several of them. */
export function togetherKwh(totals: readonly FigureSums[]): string | null {
  const known = totals.flatMap(({ unit, energy }) => {
    const scale = kwhPerUnit(unit);
    return scale === null ? [] : [{ energy: micros(energy), scale }];
  });
  if (known.length < 2) return null;
  // In thousandths of a millionth, which a Wh needs.
  const sum = known.reduce(
    (all, { energy, scale }) => all + (energy * 1000n * scale.times) / scale.by,
    0n,
  );
  return microsToText(divideRounded(sum, 1000n));
}

/** Whether an energy unit can be told in kWh. */
export const isKnownUnit = (unit: string | null) => kwhPerUnit(unit) !== null;

/** Shares of the registers in the energy, in whole percent that add up to 100; empty if there are none. */
export function registerShares({ registers }: Pick<FigureSums, 'registers'>): [string, string][] {
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
