import type { ChargeSession } from '../../../contract/charge-session.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { sessionSpan, stateOfCharge } from '../../../domain/session-maths.ts';

/** Points that a chart draws without making the page wait. */
export const MAX_POINTS = 1000;

/** A session's state of charge from start to end, in %. */
export interface ChargePoint {
  id: string;
  start: string;
  charge: [number, number];
}

/**
 * State of charge per session, oldest first; sessions in another unit, or without both ends, are not
 * drawn.
 * @param sessions newest first
 * @returns at most the latest 1,000 points, and how many there are in all
 */
export function chargePoints(sessions: readonly ChargeSession[]): {
  points: ChargePoint[];
  total: number;
} {
  const points: ChargePoint[] = [];
  let total = 0;
  for (const session of sessions) {
    const from = stateOfCharge(session.data?.charge?.start ?? null);
    const to = stateOfCharge(session.data?.charge?.end ?? null);
    const { startMs } = sessionSpan(session);
    if (from === null || to === null || startMs === null) continue;
    total += 1;
    if (points.length < MAX_POINTS) {
      points.push({ id: session.id, start: isoInstant(startMs), charge: [from, to] });
    }
  }
  return { points: points.toReversed(), total };
}
