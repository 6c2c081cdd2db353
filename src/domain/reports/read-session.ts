import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Micros } from './exact.ts';
import { factsOf } from './session-facts.ts';

/** A session as reports use it. Energy is in exact millionths of its unit. */
export interface ReportSession {
  id: string;
  startMs: number | null;
  endMs: number | null;
  /** The energy unit, verbatim; null if none was reported. */
  unit: string | null;
  energy: Micros | null;
  /** t1 to t4 in this order. */
  registers: readonly (Micros | null)[];
  /** Average power in milliwatts, null if missing or in an unknown unit. */
  powerMw: Micros | null;
  /** Millionths of a percent. */
  socStart: Micros | null;
  socEnd: Micros | null;
  /** Values that are too large to be added. */
  outOfRange: boolean;
  /** Unknown units, verbatim. */
  unknownUnits: readonly string[];
}

const micros = (amount: number | null | undefined): Micros | null =>
  amount === null || amount === undefined ? null : BigInt(amount);

/** Reads a session of the interface into exact amounts, by the rules of `factsOf`. */
export function readSession(session: ChargeSession): ReportSession {
  const [id, amounts, , outOfRange, unit, , , , unknownUnits] = factsOf(session, () => null);
  const [startMs = null, endMs = null, energy, t1, t2, t3, t4, powerMw, socStart, socEnd] = amounts;
  return {
    id,
    startMs,
    endMs,
    unit,
    energy: micros(energy),
    registers: [micros(t1), micros(t2), micros(t3), micros(t4)],
    powerMw: micros(powerMw),
    socStart: micros(socStart),
    socEnd: micros(socEnd),
    unknownUnits,
    outOfRange: outOfRange !== 0,
  };
}
