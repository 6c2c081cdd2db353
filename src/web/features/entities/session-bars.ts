import type { ChargeSession } from '../../../contract/charge-session.ts';
import { isoInstant, type Grain } from '../../../domain/instant.ts';
import { drawnStart, stateOfCharge } from '../../../domain/session-maths.ts';
import { dateIn, grainDates, startOfGrain } from '../../../domain/time.ts';

/** More sessions than this are drawn as means: so many bars would be indistinguishable. */
export const MAX_BARS = 150;

/** Bars of sessions, oldest first: one for each, or for many sessions the means per day, week or month. */
export interface SessionBars {
  per: 'session' | Grain;
  /** Start of the session, or first date; from one value to another, null for a gap. */
  bars: { start: string; span: [number, number] | null }[];
  /** Sessions in all bars. */
  total: number;
}

interface Drawn {
  startMs: number;
  span: [number, number];
}

function barsOf(sessions: readonly Drawn[], zone: string, grain: Grain): SessionBars {
  const drawn = sessions.toSorted((a, b) => a.startMs - b.startMs);
  const total = drawn.length;
  const [oldest, newest] = [drawn[0], drawn.at(-1)];
  if (total <= MAX_BARS || oldest === undefined || newest === undefined) {
    const bars = drawn.map(({ startMs, span }) => ({ start: isoInstant(startMs), span }));
    return { per: 'session', bars, total };
  }
  const dates = grainDates(grain, dateIn(zone, oldest.startMs), dateIn(zone, newest.startMs));
  const within = new Map(dates.map((start): [string, Drawn['span'][]] => [start, []]));
  for (const { startMs, span } of drawn) {
    within.get(startOfGrain(grain, dateIn(zone, startMs)))?.push(span);
  }
  const bars = [...within].map(([start, spans]) => ({
    start,
    span: spans.length === 0 ? null : meanOf(spans),
  }));
  return { per: grain, bars, total };
}

/** The mean with one decimal, at both ends. */
function meanOf(spans: readonly [number, number][]): [number, number] {
  const mean = (sum: number) => Math.round((sum / spans.length) * 10) / 10;
  return [
    mean(spans.reduce((sum, [from]) => sum + from, 0)),
    mean(spans.reduce((sum, [, to]) => sum + to, 0)),
  ];
}

/**
 * State of charge from start to end, in %. Sessions in another unit, or without both ends, are left out.
 * @param sessions in any order
 * @param zone IANA zone that decides the date
 * @param grain groups many sessions
 */
export function chargeBars(
  sessions: readonly ChargeSession[],
  zone: string,
  grain: Grain,
): SessionBars {
  const drawn = sessions.flatMap((session): Drawn[] => {
    const from = stateOfCharge(session.data?.charge?.start ?? null);
    const to = stateOfCharge(session.data?.charge?.end ?? null);
    const startMs = drawnStart(session);
    return from === null || to === null || startMs === null ? [] : [{ startMs, span: [from, to] }];
  });
  return barsOf(drawn, zone, grain);
}

/**
 * Average power, from zero. Only the most frequent unit is drawn: units are never mixed.
 * @param sessions in any order
 * @param zone IANA zone that decides the date
 * @param grain groups many sessions
 */
export function powerBars(
  sessions: readonly ChargeSession[],
  zone: string,
  grain: Grain,
): SessionBars & { unit: string | null; otherUnits: string[] } {
  const byUnit = new Map<string | null, Drawn[]>();
  for (const session of sessions) {
    const { value = null, unit = null } = session.data?.charge?.averagePower ?? {};
    const startMs = drawnStart(session);
    if (value === null || startMs === null) continue;
    const ofUnit = byUnit.get(unit) ?? [];
    ofUnit.push({ startMs, span: [0, value] });
    byUnit.set(unit, ofUnit);
  }
  const [first, ...others] = [...byUnit].toSorted((a, b) => b[1].length - a[1].length);
  const [unit, most] = first ?? [null, []];
  const otherUnits = others.map(([name]) => name ?? 'no unit');
  return { ...barsOf(most, zone, grain), unit, otherUnits };
}
