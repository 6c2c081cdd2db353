import { sql, type Kysely } from 'kysely';
import type { RecentEnergy } from '../../../contract/console/fleet-facts.ts';
import type { LeftOut } from '../../../contract/console/left-out.ts';
import { completeBefore } from '../../../domain/complete-days.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { kwhPerUnit } from '../../../domain/reports/energy-unit.ts';
import { dateOfDay } from '../../../domain/reports/zone-calendar.ts';
import { dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { SessionDayRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { dayAt } from '../../../store/session-days.ts';
import { numberKey } from '../../../store/sort-columns.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { amountOf, unitName, unitsByCount } from './energy-amounts.ts';

/** The sessions of an Entity in one unit on one day of its site; energy in millionths. */
type EnergyDay = Omit<SessionDayRow, 'energy'> & { energy: bigint };

/** The days of Entities from the first of the last 30, those in the future included; some may be a day older. */
async function energyDays(db: Kysely<Store>, ids: readonly string[], now: number) {
  const rows = await db
    .selectFrom('session_days')
    .where('entity_id', 'in', ids)
    .where('day', '>=', dayAt('UTC', now) - MONTH_DAYS)
    .select([
      ...(['entity_id', 'day', 'unit', 'sessions', 'counted', 'doubtful'] as const),
      sql<string>`cast(energy as text)`.as('energy'),
    ])
    .execute();
  const days = rows.map((row): EnergyDay => ({ ...row, energy: BigInt(row.energy) }));
  return groupBy(days, (day) => day.entity_id);
}

/** The energy of one Entity in the unit of most sessions, and what is left out of it or in doubt. */
function sumUp(all: readonly EnergyDay[], today: number) {
  const days = all.filter(({ day }) => day > today - MONTH_DAYS && day <= today);
  const counts = new Map<string, number>();
  const leftOut: LeftOut = { otherUnits: 0, withoutEnergy: 0, doubtful: 0 };
  for (const { unit, sessions, counted, doubtful } of days) {
    if (counted > 0) counts.set(unit, (counts.get(unit) ?? 0) + counted);
    leftOut.withoutEnergy += sessions - counted;
    leftOut.doubtful += doubtful;
  }
  const [unit = '', ...others] = unitsByCount(counts);
  leftOut.otherUnits = others.reduce((sum, other) => sum + (counts.get(other) ?? 0), 0);
  const inUnit = days.filter((each) => each.unit === unit && each.counted > 0);
  return {
    unit,
    total: counts.size === 0 ? null : inUnit.reduce((sum, { energy }) => sum + energy, 0n),
    byDay: new Map(inUnit.map(({ day, energy }) => [day, energy])),
    sessions: days.reduce((sum, { sessions }) => sum + sessions, 0),
    leftOut,
  };
}

/** The period for which the sessions of an Entity are known, in milliseconds. */
export interface KnownEnergy {
  id: string;
  /** IANA name of the zone of its site. */
  zone: string;
  /** Null: never read as a whole. */
  sessions_at: number | null;
  sessions_from: number | null;
}

/**
 * The energy of Entities in the last 30 days, by day of the site.
 * @param entities at most as many as fit into a statement; those whose sessions were never read have none
 * @param computedAt when the Service last computed sessions; null: not known
 * @param now milliseconds since the epoch
 */
export async function recentEnergy(
  db: Kysely<Store>,
  entities: readonly KnownEnergy[],
  computedAt: number | null,
  now: number,
): Promise<Map<string, RecentEnergy>> {
  const known = entities.flatMap(({ sessions_at: readAt, sessions_from: from, ...entity }) =>
    readAt === null ? [] : [{ ...entity, readAt, from: from ?? readAt }],
  );
  if (known.length === 0) return new Map();
  const ids = known.map(({ id }) => id);
  const days = await energyDays(db, ids, now);
  return new Map(
    known.map(({ id, zone, readAt, from }) => {
      const today = dayAt(zone, now);
      const { unit, total, byDay, sessions, leftOut } = sumUp(days.get(id) ?? [], today);
      const valueOf = (day: number) => {
        // A day that was read in part counts as known up to the read, as today does.
        const isKnown = day >= dayAt(zone, from) && day <= dayAt(zone, readAt);
        const energy = byDay.get(day) ?? (isKnown ? 0n : null);
        return energy === null ? null : amountOf(energy);
      };
      const shown: RecentEnergy = {
        value: total === null ? null : amountOf(total),
        unit: unitName(unit),
        sessions,
        leftOut,
        days: Array.from({ length: MONTH_DAYS }, (_, at) => valueOf(today - MONTH_DAYS + 1 + at)),
        until: dateOfDay(today),
        provisionalFrom: dateIn(zone, completeBefore(readAt, computedAt)),
      };
      return [id, shown];
    }),
  );
}

/** A later day is looked at again after this many days: clocks of devices tell any year. */
const AHEAD_DAYS = 365;

/** When the sum changes by itself: its first day leaves the 30 days, or a later one begins. */
function changesAt(all: readonly EnergyDay[], zone: string, today: number): number | null {
  const days = all.flatMap(({ day, counted }) => {
    if (counted === 0 || day <= today - MONTH_DAYS) return [];
    return day > today ? Math.min(day, today + AHEAD_DAYS) : day + MONTH_DAYS;
  });
  return days.length === 0 ? null : startOfDateMs(zone, dateOfDay(Math.min(...days)));
}

/**
 * The sort key of that energy in kWh, since amounts in other units cannot be ordered, and when it changes by itself.
 * @param entities a few dozen
 */
export async function energyKeys(
  db: Kysely<Store>,
  entities: readonly Pick<KnownEnergy, 'id' | 'zone'>[],
  now: number,
): Promise<Map<string, { sort_energy: string; energy_due: number | null }>> {
  const ids = entities.map(({ id }) => id);
  const days = await energyDays(db, ids, now);
  return new Map(
    entities.map(({ id, zone }) => {
      const today = dayAt(zone, now);
      const all = days.get(id) ?? [];
      const { unit, total } = sumUp(all, today);
      const scale = total === 0n ? { times: 1n, by: 1n } : kwhPerUnit(unit);
      const kwh = total === null || scale === null ? null : (total * scale.times) / scale.by;
      return [id, { sort_energy: numberKey(kwh), energy_due: changesAt(all, zone, today) }];
    }),
  );
}

/**
 * When the last session of each Entity ended; one that has not ended counts from its start, one in the future not at
 * all.
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
