import { DAY_MS } from '../../../domain/instant.ts';
import { sql, type Expression, type Kysely } from 'kysely';
import type { DayEnergy, UnitEnergy } from '../../../contract/console/fleet-entity.ts';
import type { Span } from '../../../domain/instant.ts';
import { dateOfDay } from '../../../domain/reports/zone-calendar.ts';
import { zoneOffsets } from '../../../domain/zone-offsets.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { amountOf, unitName, unitsByCount } from './energy-amounts.ts';

/**
 * The number of days since 1970-01-01 of a session's start in a zone, as SQL, so that a day is a group
 * instead of every session a row.
 */
export function localDay(zone: string, { startMs, endMs }: Span): Expression<number> {
  const [first, ...later] = zoneOffsets(zone, startMs, endMs);
  const start = sql.ref('start_ms');
  const cases = later
    .toReversed()
    .map(
      ({ fromMs, offsetMs }) => sql`when ${start} >= ${sql.lit(fromMs)} then ${sql.lit(offsetMs)}`,
    );
  const otherwise = sql.lit(first?.offsetMs ?? 0);
  const offset =
    cases.length === 0 ? otherwise : sql`case ${sql.join(cases, sql` `)} else ${otherwise} end`;
  return sql<number>`(${start} + ${offset}) / ${sql.lit(DAY_MS)}`;
}

/**
 * The sessions of some Entities that start in a span. SQLite must be told to go through the Entities one by
 * one: otherwise it scans the span, with the sessions of all others.
 */
export function sessionsOf(db: Kysely<Store>, entityIds: readonly string[], span: Span) {
  return db
    .selectFrom('entities')
    .crossJoin('fleet_sessions')
    .where('entities.id', 'in', entityIds)
    .whereRef('fleet_sessions.entity_id', '=', 'entities.id')
    .where('current', '=', 1)
    .where('start_ms', '>=', span.startMs)
    .where('start_ms', '<', span.endMs);
}

/** Sessions of some Entities in one unit that started on one day. Energy is in millionths. */
export interface DaySum {
  day: number;
  /** Empty: none was reported. */
  unit: string;
  sessions: number;
  /** Of these, sessions with energy. */
  counted: number;
  energy: number;
}

/**
 * The energy of sessions by day and unit.
 * @param entityIds at most as many as fit into a statement
 * @param span of their starts
 * @param day see `localDay`
 */
export async function dailySums(
  db: Kysely<Store>,
  entityIds: readonly string[],
  span: Span,
  day: Expression<number>,
): Promise<DaySum[]> {
  const rows = await sessionsOf(db, entityIds, span)
    .groupBy([day, 'unit'])
    .select((row) => [
      sql<number | string>`${day}`.as('day'),
      'unit',
      row.fn.countAll<number | string>().as('sessions'),
      row.fn.count<number | string>('energy').as('counted'),
      row.fn.sum<number | string | null>('energy').as('energy'),
    ])
    .execute();
  return rows.map((row) => ({
    day: Number(row.day),
    unit: row.unit,
    sessions: Number(row.sessions),
    counted: Number(row.counted),
    energy: Number(row.energy ?? 0),
  }));
}

/** Adds up the sums of several parts. Adds whole millionths, so nothing drifts; keeps units apart. */
export class EnergyTally {
  readonly #units = new Map<string, Map<number, { micros: number; counted: number }>>();
  readonly #sessions = new Map<number, number>();

  add(sums: readonly DaySum[]): void {
    for (const { day, unit, sessions, counted, energy } of sums) {
      this.#sessions.set(day, (this.#sessions.get(day) ?? 0) + sessions);
      if (counted === 0) continue;
      const days = this.#units.get(unit) ?? new Map<number, { micros: number; counted: number }>();
      const before = days.get(day) ?? { micros: 0, counted: 0 };
      days.set(day, { micros: before.micros + energy, counted: before.counted + counted });
      this.#units.set(unit, days);
    }
  }

  /** Sessions by day number, with and without energy. */
  get sessions(): ReadonlyMap<number, number> {
    return this.#sessions;
  }

  /** Energy by unit, most sessions first. */
  units(): UnitEnergy[] {
    const totals = new Map<string, { micros: number; sessions: number }>();
    for (const [unit, days] of this.#units) {
      let [micros, sessions] = [0, 0];
      for (const sum of days.values()) {
        micros += sum.micros;
        sessions += sum.counted;
      }
      totals.set(unit, { micros, sessions });
    }
    const counts = new Map([...totals].map(([unit, { sessions }]) => [unit, sessions]));
    return unitsByCount(counts).map((unit) => {
      const { micros = 0, sessions = 0 } = totals.get(unit) ?? {};
      return { unit: unitName(unit), energy: amountOf(micros), sessions };
    });
  }

  /** One day in a unit. @param unit null: none was reported */
  day(day: number, unit: string | null): DayEnergy {
    return {
      date: dateOfDay(day),
      energy: amountOf(this.#units.get(unit ?? '')?.get(day)?.micros ?? 0),
      sessions: this.#sessions.get(day) ?? 0,
    };
  }
}
