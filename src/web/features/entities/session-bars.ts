import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Grain } from '../../../domain/instant.ts';
import { drawnStart, stateOfCharge } from '../../../domain/session-maths.ts';
import { dateIn, grainDates, startOfGrain } from '../../../domain/time.ts';

/** Bars of sessions, oldest first: the mean of those of each day, week or month. */
export interface SessionBars {
  per: Grain;
  /** First date; from one value to another, null for a gap. */
  bars: { start: string; span: [number, number] | null }[];
  /** Sessions in all bars. */
  total: number;
}

interface Drawn {
  startMs: number;
  span: [number, number];
}

function barsOf(sessions: readonly Drawn[], zone: string, per: Grain): SessionBars {
  const dates = sessions.map(({ startMs }) => dateIn(zone, startMs)).toSorted();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  if (oldest === undefined || newest === undefined) return { per, bars: [], total: 0 };
  const all = grainDates(per, oldest, newest);
  const within = new Map(all.map((start): [string, Drawn['span'][]] => [start, []]));
  for (const { startMs, span } of sessions) {
    within.get(startOfGrain(per, dateIn(zone, startMs)))?.push(span);
  }
  const bars = [...within].map(([start, spans]) => ({
    start,
    span: spans.length === 0 ? null : meanOf(spans),
  }));
  return { per, bars, total: sessions.length };
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
 * @param grain of the bars
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
 * @param grain of the bars
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
