import { sql, type Kysely } from 'kysely';
import type { RecentEnergy } from '../../../contract/console/fleet-facts.ts';
import { completeBefore } from '../../../domain/complete-days.ts';
import { DAY_MS, isoInstant } from '../../../domain/instant.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { kwhPerUnit } from '../../../domain/reports/report-session.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { numberKey } from '../../../store/sort-columns.ts';
import { byEntity } from '../by-entity.ts';
import { amountOf, unitName, unitsByCount } from './energy-amounts.ts';

/** The UTC day of an instant, in days since the epoch. */
const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
const dateOf = (day: number) => isoInstant(day * DAY_MS).slice(0, 10);

/** Sessions of an Entity in one unit that began on one UTC day; energy in millionths. */
interface EnergyDay {
  entity_id: string;
  day: number;
  unit: string;
  sessions: number;
  counted: number;
  energy: bigint;
}

/** The energy of Entities in the days up to today, whose sessions are computed tomorrow. */
async function energyDays(
  db: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<EnergyDay[]> {
  const day = sql<number>`start_ms / ${sql.lit(DAY_MS)}`;
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('entity_id', 'in', ids)
    .where('current', '=', 1)
    .where('start_ms', '>=', (dayOf(now) - MONTH_DAYS + 1) * DAY_MS)
    .where('start_ms', '<', (dayOf(now) + 1) * DAY_MS)
    .groupBy(['entity_id', day, 'unit'])
    .select((row) => [
      'entity_id',
      day.as('day'),
      'unit',
      row.fn.countAll<number | string>().as('sessions'),
      row.fn.count<number | string>('energy').as('counted'),
      sql<string>`cast(coalesce(sum(energy), 0) as text)`.as('energy'),
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    day: row.day,
    sessions: Number(row.sessions),
    counted: Number(row.counted),
    energy: BigInt(row.energy),
  }));
}

/** The energy of one Entity in the unit of most sessions, and what is left out of it. */
function sumUp(days: readonly EnergyDay[]) {
  const counts = new Map<string, number>();
  let withoutEnergy = 0;
  for (const { unit, sessions, counted } of days) {
    if (counted > 0) counts.set(unit, (counts.get(unit) ?? 0) + counted);
    withoutEnergy += sessions - counted;
  }
  const [unit = '', ...others] = unitsByCount(counts);
  const inUnit = days.filter((each) => each.unit === unit && each.counted > 0);
  const byDay = new Map(inUnit.map(({ day, energy }) => [day, energy]));
  return {
    unit,
    total: counts.size === 0 ? null : inUnit.reduce((sum, { energy }) => sum + energy, 0n),
    byDay,
    leftOut: {
      otherUnits: others.reduce((sum, other) => sum + (counts.get(other) ?? 0), 0),
      withoutEnergy,
    },
  };
}

/** The period for which the sessions of an Entity are known, in milliseconds. */
export interface KnownEnergy {
  id: string;
  /** Null: never read as a whole. */
  sessions_at: number | null;
  sessions_from: number | null;
}

/**
 * The energy of Entities in the last 30 days as lists show it, by UTC day.
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
  const known = entities.flatMap(({ id, sessions_at: readAt, sessions_from: from }) =>
    readAt === null ? [] : [{ id, readAt, from: from ?? readAt }],
  );
  if (known.length === 0) return new Map();
  const ids = known.map(({ id }) => id);
  const days = byEntity(await energyDays(db, ids, now));
  const last = dayOf(now);
  return new Map(
    known.map(({ id, readAt, from }) => {
      const { unit, total, byDay, leftOut } = sumUp(days.get(id) ?? []);
      const valueOf = (day: number) => {
        // A day that was read in part counts as known up to the read, as today does.
        const isKnown = day >= dayOf(from) && day <= dayOf(readAt);
        const energy = byDay.get(day) ?? (isKnown ? 0n : null);
        return energy === null ? null : amountOf(energy);
      };
      const shown: RecentEnergy = {
        value: total === null ? null : amountOf(total),
        unit: unitName(unit),
        leftOut,
        days: Array.from({ length: MONTH_DAYS }, (_, at) => valueOf(last - MONTH_DAYS + 1 + at)),
        until: dateOf(last),
        provisionalFrom: dateOf(dayOf(completeBefore(readAt, computedAt))),
      };
      return [id, shown];
    }),
  );
}

/** The sort keys of that energy in kWh; amounts in other units cannot be ordered. @param ids a few dozen */
export async function energyKeys(
  db: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const [id, days] of byEntity(await energyDays(db, ids, now))) {
    const { unit, total } = sumUp(days);
    const scale = total === 0n ? { times: 1n, by: 1n } : kwhPerUnit(unit);
    keys.set(
      id,
      numberKey(total === null || scale === null ? null : (total * scale.times) / scale.by),
    );
  }
  return keys;
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
