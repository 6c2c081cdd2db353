import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Grain } from '../../../domain/instant.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { sessionSpan, stateOfCharge } from '../../../domain/session-maths.ts';
import { dateIn, nextGrain, startOfGrain } from '../../../domain/time.ts';

/** More sessions than this are drawn as means: so many bars would be indistinguishable. */
export const MAX_BARS = 150;

/** A bar from one state of charge to another, in %. */
interface ChargePoint {
  /** Start of the session, or first date of the bucket. */
  start: string;
  /** Null for a bucket without sessions: a gap, not a zero. */
  charge: [number, number] | null;
  /** Number of sessions in the bar. */
  sessions: number;
}

/** Bars of state of charge, oldest first; `per` is what a bar represents. */
export interface ChargeSeries {
  per: 'session' | Grain;
  points: ChargePoint[];
  /** Sessions in all bars. */
  total: number;
}

/**
 * State of charge from start to end: a bar per session, or for many sessions the means per day, week or month.
 * Sessions in a unit other than %, or without both ends, are left out.
 * @param sessions newest first
 * @param zone IANA zone that decides the date
 * @param grain groups many sessions
 */
export function chargeSeries(
  sessions: readonly ChargeSession[],
  zone: string,
  grain: Grain,
): ChargeSeries {
  const bars: { startMs: number; charge: [number, number] }[] = [];
  for (const session of sessions) {
    const from = stateOfCharge(session.data?.charge?.start ?? null);
    const to = stateOfCharge(session.data?.charge?.end ?? null);
    const { startMs } = sessionSpan(session);
    if (from !== null && to !== null && startMs !== null)
      bars.push({ startMs, charge: [from, to] });
  }
  bars.reverse();
  const total = bars.length;
  if (total <= MAX_BARS) {
    const points = bars.map(({ startMs, charge }) => ({
      start: isoInstant(startMs),
      charge,
      sessions: 1,
    }));
    return { per: 'session', points, total };
  }
  const sums = new Map<string, { from: number; to: number; sessions: number }>();
  for (const { startMs, charge } of bars) {
    const start = startOfGrain(grain, dateIn(zone, startMs));
    const sum = sums.get(start) ?? { from: 0, to: 0, sessions: 0 };
    sum.from += charge[0];
    sum.to += charge[1];
    sum.sessions += 1;
    sums.set(start, sum);
  }
  const dates = [...sums.keys()].toSorted();
  const last = dates.at(-1) ?? '';
  const points: ChargePoint[] = [];
  for (let start = dates[0] ?? ''; start !== '' && start <= last; start = nextGrain(grain, start)) {
    const sum = sums.get(start);
    points.push(
      sum === undefined
        ? { start, charge: null, sessions: 0 }
        : {
            start,
            charge: [mean(sum.from, sum.sessions), mean(sum.to, sum.sessions)],
            sessions: sum.sessions,
          },
    );
  }
  return { per: grain, points, total };
}

/** A point of average power. */
interface PowerPoint {
  /** Start of the session, or first date of the bucket. */
  start: string;
  power: number | null;
  sessions: number;
}

/** Average power over time; `per` is what a point represents. */
export interface PowerSeries {
  per: 'session' | Grain;
  points: PowerPoint[];
  total: number;
  /** The unit drawn, and the others, which are not. */
  unit: string | null;
  otherUnits: string[];
}

/**
 * Average power: a point per session, or for many sessions the mean per day, week or month. Only the most
 * frequent unit is drawn: units are never mixed.
 * @param sessions newest first
 * @param zone IANA zone that decides the date
 * @param grain groups many sessions
 */
export function powerSeries(
  sessions: readonly ChargeSession[],
  zone: string,
  grain: Grain,
): PowerSeries {
  const byUnit = new Map<string | null, { startMs: number; power: number }[]>();
  for (const session of sessions) {
    const power = session.data?.charge?.averagePower ?? null;
    const { startMs } = sessionSpan(session);
    if (power === null || power.value === null || startMs === null) continue;
    const list = byUnit.get(power.unit) ?? [];
    list.push({ startMs, power: power.value });
    byUnit.set(power.unit, list);
  }
  const [first, ...others] = [...byUnit].toSorted((a, b) => b[1].length - a[1].length);
  const [unit, dated] = first ?? [null, []];
  const rest = { total: dated.length, unit, otherUnits: others.map(([name]) => name ?? 'no unit') };
  dated.reverse();
  if (dated.length <= MAX_BARS) {
    const points = dated.map(({ startMs, power }) => ({
      start: isoInstant(startMs),
      power,
      sessions: 1,
    }));
    return { per: 'session', points, ...rest };
  }
  const sums = new Map<string, { sum: number; sessions: number }>();
  for (const { startMs, power } of dated) {
    const start = startOfGrain(grain, dateIn(zone, startMs));
    const sum = sums.get(start) ?? { sum: 0, sessions: 0 };
    sums.set(start, { sum: sum.sum + power, sessions: sum.sessions + 1 });
  }
  const points = [...sums]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([start, { sum, sessions: count }]) => ({
      start,
      power: mean(sum, count),
      sessions: count,
    }));
  return { per: grain, points, ...rest };
}

/** A mean with one decimal. */
function mean(sum: number, count: number): number {
  return Math.round((sum / count) * 10) / 10;
}
