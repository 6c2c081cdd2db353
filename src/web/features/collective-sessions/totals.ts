import type { ChargeSession } from '../../../contract/charge-session.ts';
import {
  energyByUnit,
  exceptionsOf,
  sessionSpan,
  type UnitTotal,
} from '../../../domain/session-maths.ts';
import type { Readings } from './use-sessions-read.ts';

/** What an Entity charged, in the unit that most sessions have. */
export interface EntityEnergy {
  id: string;
  energy: number;
  sessions: number;
}

/** What was read of many Entities, added up. */
export interface Totals {
  sessions: readonly ChargeSession[];
  /** A row per unit, most sessions first. */
  units: readonly UnitTotal[];
  flagged: number;
  /** Entities with energy in the first unit, most first. */
  ranking: readonly EntityEnergy[];
  /** Entities that were read to the end and have no session. */
  without: number;
  /** Entities that could not be read, or not to the end. */
  troubled: readonly string[];
  /** The time of the oldest reading, in ms since the epoch; null before the first. */
  oldestMs: number | null;
  /** Whether a session starts in the days that are still provisional. */
  provisional: boolean;
}

/**
 * Adds up what was read. Values of different units stay apart; overlaps are looked for per Entity.
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

/** How many Entities stand at each end of the ranking. */
const AT_EACH_END = 5;

/** The Entities with most and with least energy; none is in both lists. */
export function endsOf(ranking: readonly EntityEnergy[]): {
  most: readonly EntityEnergy[];
  least: readonly EntityEnergy[];
} {
  const most = ranking.slice(0, AT_EACH_END);
  const least = ranking.slice(Math.max(AT_EACH_END, ranking.length - AT_EACH_END)).toReversed();
  return { most, least };
}
