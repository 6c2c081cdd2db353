import type { ChargeSession, EnergyRegisters } from '../contract/charge-session.ts';
import type { Quantity } from '../contract/primitives.ts';
import type { Grain } from './instant.ts';
import { instantMs } from './instant.ts';
import { dateIn, grainDates, startOfGrain } from './time.ts';

/** Energy is added in whole millionths of its unit, so that sums do not drift. */
const MICRO = 1_000_000;

/** Amounts beyond this, in any unit, are implausible: they are flagged and in no sum. */
export const LARGEST_AMOUNT = 1e8;

/** Valid session starts in a chart over time. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** Total energy in one unit. Different units are never added. */
export interface UnitTotal {
  unit: string | null;
  /** In the unit; exact to a millionth. */
  value: number;
  sessions: number;
}

/** Whether an amount is implausible. */
export const tooLarge = (amount: number) => Math.abs(amount) > LARGEST_AMOUNT;

/** The amounts of a session's energy: its total, else its registers. */
function amountsOf(registers: EnergyRegisters | null): number[] {
  if (registers === null) return [];
  if (registers.total !== null) return [registers.total];
  const { t1, t2, t3, t4 } = registers;
  return [t1, t2, t3, t4].filter((part) => part !== null);
}

/** The energy of a session for sums; null also if it is too large to be added. */
export function addedEnergy(registers: EnergyRegisters | null): number | null {
  return amountsOf(registers).some(tooLarge) ? null : sessionEnergy(registers);
}

/** The energy of a session: its total, else the sum of its registers; null if it has neither. */
export function sessionEnergy(registers: EnergyRegisters | null): number | null {
  const amounts = amountsOf(registers);
  const [first, ...others] = amounts;
  if (first === undefined) return null;
  return others.length === 0 ? first : exactSum(amounts);
}

/**
 * A sum without drift: values are rounded to the millionth, and the millionths are added. Numbers too
 * large for that are added as they are.
 */
export function exactSum(values: readonly number[]): number {
  const isExact = values.every((value) => Number.isFinite(value * MICRO));
  if (!isExact) return values.reduce((sum, value) => sum + value, 0);
  let micros = 0n;
  for (const value of values) micros += BigInt(Math.round(value * MICRO));
  return microsToNumber(micros);
}

function microsToNumber(micros: bigint): number {
  return Number(micros) / MICRO;
}

/**
 * The energy of sessions, by unit.
 * @returns a row per unit, most sessions first; sessions without an energy that can be added are left out
 */
export function energyByUnit(sessions: readonly ChargeSession[]): UnitTotal[] {
  const totals = new Map<string | null, { micros: bigint; sessions: number }>();
  for (const session of sessions) {
    const registers = session.data?.charge?.total ?? null;
    const energy = addedEnergy(registers);
    if (energy === null) continue;
    const unit = registers?.unit || null;
    const total = totals.get(unit) ?? { micros: 0n, sessions: 0 };
    total.micros += BigInt(Math.round(energy * MICRO));
    total.sessions += 1;
    totals.set(unit, total);
  }
  return [...totals]
    .map(([unit, total]) => ({
      unit,
      value: microsToNumber(total.micros),
      sessions: total.sessions,
    }))
    .toSorted((a, b) => b.sessions - a.sessions);
}

/** Start and end of a session in milliseconds, null if not known. */
export function sessionSpan(session: ChargeSession): {
  startMs: number | null;
  endMs: number | null;
} {
  return {
    startMs: instantMs(session.data?.start ?? null),
    endMs: instantMs(session.data?.end ?? null),
  };
}

/** Duration of a session in milliseconds, or null. Negative if it ends before it starts. */
export function sessionDurationMs(session: ChargeSession): number | null {
  const { startMs, endMs } = sessionSpan(session);
  return startMs === null || endMs === null ? null : endMs - startMs;
}

/** A state of charge in %, or null if it is missing or in another unit. */
export function stateOfCharge(quantity: Quantity | null): number | null {
  return quantity?.unit?.trim() === '%' ? quantity.value : null;
}

/** The tariff registers of a session, and `other` for energy in none of them. */
export const REGISTERS = ['t1', 't2', 't3', 't4'] as const;
export type Register = (typeof REGISTERS)[number];

/** Energy by register; `other` is not in any register. */
export type RegisterEnergy = Record<Register | 'other', number>;

/** Energy of a session by register; all of it is `other` if the registers do not add up to the total. */
function energyByRegister(registers: EnergyRegisters, energy: number): RegisterEnergy {
  const known = REGISTERS.flatMap((name) => {
    const value = registers[name];
    return value === null ? [] : [{ name, value }];
  });
  const split = { t1: 0, t2: 0, t3: 0, t4: 0, other: 0 };
  const agrees =
    known.length > 0 && Math.abs(exactSum(known.map(({ value }) => value)) - energy) <= 1 / MICRO;
  if (!agrees) return { ...split, other: energy };
  for (const { name, value } of known) split[name] = value;
  return split;
}

/** Start of a session on an axis of time; null: none, or an absurd year, which would add millions of empty days. */
export function drawnStart(session: ChargeSession): number | null {
  const { startMs } = sessionSpan(session);
  return startMs === null || startMs < EARLIEST_MS || startMs >= LATEST_MS ? null : startMs;
}

/** Energy of one day, week or month. */
export interface EnergyBucket {
  /** First date of the bucket, YYYY-MM-DD, in the zone. */
  date: string;
  /** Energy of sessions that started in it, in the requested unit. */
  energy: number;
  /** The same energy by tariff register. */
  registers: RegisterEnergy;
  sessions: number;
}

/** Above this many buckets a chart switches to weeks, then to months. */
const MAX_BUCKETS = 120;

/** The finest grain that draws a number of days in a readable number of bars. */
export function grainFor(days: number): Grain {
  if (days <= MAX_BUCKETS) return 'day';
  return days <= MAX_BUCKETS * 7 ? 'week' : 'month';
}

/**
 * Energy over time, by the start date of each session in a zone; gaps are buckets with 0.
 * @param sessions in any order; those without a start or in another unit are left out
 * @param unit the energy unit to draw
 * @param zone IANA zone that decides the date
 * @param grain day, week or month; by default chosen by the length of the period
 */
export function energyOverTime(
  sessions: readonly ChargeSession[],
  unit: string | null,
  zone: string,
  grain?: Grain,
): { grain: Grain; buckets: EnergyBucket[] } {
  const dated: { date: string; energy: number; registers: RegisterEnergy }[] = [];
  for (const session of sessions) {
    const registers = session.data?.charge?.total ?? null;
    const energy = addedEnergy(registers);
    const startMs = drawnStart(session);
    if (registers === null || energy === null || startMs === null) continue;
    if ((registers.unit || null) !== unit) continue;
    dated.push({
      date: dateIn(zone, startMs),
      energy,
      registers: energyByRegister(registers, energy),
    });
  }
  const dates = dated.map((entry) => entry.date).toSorted();
  const first = dates[0];
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return { grain: grain ?? 'day', buckets: [] };
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  const chosen = grain ?? grainFor(days);

  const byDate = new Map(
    grainDates(chosen, first, last).map((at): [string, typeof dated] => [at, []]),
  );
  for (const entry of dated) byDate.get(startOfGrain(chosen, entry.date))?.push(entry);
  return {
    grain: chosen,
    buckets: [...byDate].map(([date, entries]) => {
      const sumOf = (name: keyof RegisterEnergy): number =>
        exactSum(entries.map(({ registers }) => registers[name]));
      return {
        date,
        energy: exactSum(entries.map(({ energy }) => energy)),
        registers: {
          t1: sumOf('t1'),
          t2: sumOf('t2'),
          t3: sumOf('t3'),
          t4: sumOf('t4'),
          other: sumOf('other'),
        },
        sessions: entries.length,
      };
    }),
  };
}
