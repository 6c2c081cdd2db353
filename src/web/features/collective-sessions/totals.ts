import type { ChargeSession } from '../../../contract/charge-session.ts';
import {
  energyByUnit,
  exceptionsOf,
  sessionSpan,
  type UnitTotal,
} from '../../../domain/session-maths.ts';
import type { Readings } from './use-sessions-read.ts';

/** Energy of an Entity, in the unit of most sessions. */
export interface EntityEnergy {
  id: string;
  energy: number;
  sessions: number;
}

/** Totals of many Entities. */
export interface Totals {
  sessions: readonly ChargeSession[];
  /** A row per unit, most sessions first. */
  units: readonly UnitTotal[];
  flagged: number;
  /** Entities with energy in the first unit, highest first. */
  ranking: readonly EntityEnergy[];
  /** Entities that were fully read and have no session. */
  without: number;
  /** Entities that could not be read, or only partly. */
  troubled: readonly string[];
  /** Time of the oldest read, in ms since the epoch; null before the first. */
  oldestMs: number | null;
  /** Whether a session starts in the provisional days. */
  provisional: boolean;
}

/**
 * Adds up what was read. Units are kept separate; overlaps are checked per Entity.
 * @param provisionalFrom from when sessions may still be missing, in ms since the epoch
 */
export function totalsOf(readings: Readings, provisionalFrom: number): Totals {
  const sessions = [...readings.values()].flatMap((reading) => reading.sessions);
  const units = energyByUnit(sessions);
  const unit = units[0]?.unit ?? null;
  let flagged = 0;
  let without = 0;
  const ranking: EntityEnergy[] = [];
  const troubled: string[] = [];
  for (const [id, reading] of readings) {
    flagged += exceptionsOf(reading.sessions).size;
    const partial = reading.error !== null || reading.looped;
    if (partial) troubled.push(id);
    else if (reading.sessions.length === 0) without += 1;
    const own = energyByUnit(reading.sessions).find((total) => total.unit === unit);
    if (own !== undefined) ranking.push({ id, energy: own.value, sessions: own.sessions });
  }
  return {
    sessions,
    units,
    flagged,
    ranking: ranking.toSorted((a, b) => b.energy - a.energy),
    without,
    troubled,
    oldestMs: [...readings.values()].reduce<number | null>(
      (oldest, { at }) => (oldest === null || at < oldest ? at : oldest),
      null,
    ),
    provisional: sessions.some((session) => (sessionSpan(session).startMs ?? 0) >= provisionalFrom),
  };
}

/** Maximum number of Entities at each end of the ranking. */
const AT_EACH_END = 5;

/** The Entities with the most and the least energy; none is in both lists. */
export function endsOf(ranking: readonly EntityEnergy[]): {
  most: readonly EntityEnergy[];
  least: readonly EntityEnergy[];
} {
  const most = ranking.slice(0, AT_EACH_END);
  const least = ranking.slice(Math.max(AT_EACH_END, ranking.length - AT_EACH_END)).toReversed();
  return { most, least };
}
