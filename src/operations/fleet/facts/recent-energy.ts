import { DAY_MS } from '../../../domain/instant.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';
import { unitsByCount } from '../energy/energy-amounts.ts';
import { byEntity } from './by-entity.ts';

/** Energy of an Entity in the UTC days up to `lastDay`, in millionths of the unit of most sessions. */
export interface RecentMicros {
  /** Null: no session has an energy that adds up. */
  energy: number | null;
  /** Empty: none reported. */
  unit: string;
  /** Sessions in the sum, and those left out: with other units, and without a usable energy. */
  counted: number;
  otherUnits: number;
  withoutEnergy: number;
  /** Null: unknown for this day. */
  days: (number | null)[];
}

/** The UTC day of an instant, in days since the epoch. */
function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The last day of energy, in days since the epoch: today, whose sessions are computed tomorrow. */
export function lastEnergyDay(now: number): number {
  return dayOf(now);
}

/** The period for which the sessions of an Entity are known, in milliseconds. */
interface Known {
  from: number;
  readAt: number;
}

interface Session {
  entity_id: string;
  start_ms: number | null;
  energy: number | null;
  unit: string;
}

/** The unit of most sessions; ties by name; empty if none has an energy. */
function mainUnit(sessions: readonly Session[]): string {
  const counts = new Map<string, number>();
  for (const { energy, unit } of sessions) {
    if (energy !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return unitsByCount(counts)[0] ?? '';
}

/**
 * Energy of an Entity in the last days.
 * @param sessions those that began within these days
 * @param now milliseconds since the epoch
 */
export function energyOf(sessions: readonly Session[], known: Known, now: number): RecentMicros {
  const lastDay = lastEnergyDay(now);
  const firstDay = lastDay - MONTH_DAYS + 1;
  const unit = mainUnit(sessions);
  // A day that was read in part counts as known up to the read, as today does.
  const isKnown = (day: number) => day >= dayOf(known.from) && day <= dayOf(known.readAt);
  const days = Array.from({ length: MONTH_DAYS }, (_, at): number | null =>
    isKnown(firstDay + at) ? 0 : null,
  );
  let [energy, counted, otherUnits, withoutEnergy] = [0, 0, 0, 0];
  for (const session of sessions) {
    if (session.energy === null) withoutEnergy += 1;
    else if (session.unit !== unit) otherUnits += 1;
    if (session.energy === null || session.unit !== unit || session.start_ms === null) continue;
    counted += 1;
    energy += session.energy;
    const at = dayOf(session.start_ms) - firstDay;
    if (at >= 0 && at < MONTH_DAYS) days[at] = (days[at] ?? 0) + session.energy;
  }
  const sums = { unit, counted, otherUnits, withoutEnergy, days };
  return { energy: counted === 0 ? null : energy, ...sums };
}

/**
 * Sessions of Entities that began in the last days, by Entity.
 * @param now milliseconds since the epoch
 */
export async function recentSessions(
  db: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Session[]>> {
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('entity_id', 'in', ids)
    .where('current', '=', 1)
    .where('start_ms', '>=', (lastEnergyDay(now) - MONTH_DAYS + 1) * DAY_MS)
    .where('start_ms', '<', (lastEnergyDay(now) + 1) * DAY_MS)
    .select(['entity_id', 'start_ms', 'energy', 'unit'])
    .execute();
  return byEntity(rows);
}

/**
 * When the last session of each Entity ended; one that has not ended counts from its start, one in the future not at all.
 * @param now milliseconds since the epoch
 */
export async function lastSessions(
  db: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('start_ms', '<=', now)
    .where('entity_id', 'in', ids)
    .where('current', '=', 1)
    .groupBy('entity_id')
    .select((row) => ['entity_id', row.fn.max(row.fn.coalesce('end_ms', 'start_ms')).as('at')])
    .execute();
  return new Map(
    rows.flatMap(({ entity_id: id, at }) => (at === null ? [] : [[id, Math.min(at, now)]])),
  );
}
