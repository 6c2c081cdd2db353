import { sql, type Expression, type Kysely } from 'kysely';
import type { CollectiveSessions, UnitEnergy } from '../../../contract/console/fleet-entity.ts';
import { DAY_MS, type Span } from '../../../domain/instant.ts';
import { dateOfDay } from '../../../domain/reports/zone-calendar.ts';
import { zoneOffsets } from '../../../domain/zone-offsets.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { amountOf, unitName, unitsByCount } from '../energy/energy-amounts.ts';

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

/**
 * The number of days since 1970-01-01 of a session's start in a zone, as SQL, so that a day is a group
 * instead of every session a row.
 */
function localDay(zone: string, { startMs, endMs }: Span): Expression<number> {
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

/** Sessions of an Entity in one unit that started on one day of a zone. */
function sumsOf(db: Kysely<Store>, entityIds: readonly string[], zone: string, span: Span) {
  const day = localDay(zone, span);
  const [energy, start, end] = [sql.ref('energy'), sql.ref('start_ms'), sql.ref('end_ms')];
  return sessionsOf(db, entityIds, span)
    .groupBy(['entity_id', day, 'unit'])
    .select((row) => [
      'entity_id',
      'unit',
      sql<number | string>`${day}`.as('day'),
      row.fn.countAll<number | string>().as('sessions'),
      row.fn.count<number | string>('energy').as('counted'),
      row.fn.sum<number | string | null>('energy').as('energy'),
      sql<number | string>`sum(case when ${energy} is null or ${energy} = 0 or ${end} is null
        or ${end} < ${start} then 1 else 0 end)`.as('flagged'),
    ])
    .execute();
}

/** Whole millionths, so that nothing drifts, and the sessions that have them. */
interface Sum {
  micros: number;
  counted: number;
}

/** Adds to the sum of a key. */
function add<Key>(sums: Map<Key, Sum>, key: Key, { micros, counted }: Sum): void {
  const before = sums.get(key) ?? { micros: 0, counted: 0 };
  sums.set(key, { micros: before.micros + micros, counted: before.counted + counted });
}

/** What the sessions of a Collective add up to, by unit, by day of a zone and by Entity; units are never mixed. */
export class SessionSums {
  readonly #units = new Map<
    string,
    { all: Sum; days: Map<number, Sum>; entities: Map<string, Sum> }
  >();
  /** Sessions by day number, with and without energy. */
  readonly days = new Map<number, number>();
  /** The same by Entity. */
  readonly entities = new Map<string, number>();
  /** Sessions that are implausible. */
  flagged = 0;

  /** Adds the sessions of some Entities. @param entityIds at most as many as fit into a statement */
  async read(db: Kysely<Store>, entityIds: readonly string[], zone: string, span: Span) {
    for (const row of await sumsOf(db, entityIds, zone, span)) {
      const { entity_id: id } = row;
      const [day, sessions, counted] = [Number(row.day), Number(row.sessions), Number(row.counted)];
      this.flagged += Number(row.flagged);
      this.days.set(day, (this.days.get(day) ?? 0) + sessions);
      this.entities.set(id, (this.entities.get(id) ?? 0) + sessions);
      if (counted === 0) continue;
      const sum = { micros: Number(row.energy ?? 0), counted };
      const { all, days, entities } = this.#units.get(row.unit) ?? {
        all: { micros: 0, counted: 0 },
        days: new Map<number, Sum>(),
        entities: new Map<string, Sum>(),
      };
      add(days, day, sum);
      add(entities, id, sum);
      const whole = { micros: all.micros + sum.micros, counted: all.counted + counted };
      this.#units.set(row.unit, { all: whole, days, entities });
    }
  }

  /** The units, most sessions first. */
  #names(): string[] {
    return unitsByCount(new Map([...this.#units].map(([unit, { all }]) => [unit, all.counted])));
  }

  units(): UnitEnergy[] {
    return this.#names().flatMap((unit) => {
      const all = this.#units.get(unit)?.all;
      if (all === undefined) return [];
      return [{ unit: unitName(unit), energy: amountOf(all.micros), sessions: all.counted }];
    });
  }

  /** Energy in the first unit by day, oldest first, and by Entity, most first. */
  inFirstUnit(): {
    days: CollectiveSessions['days'];
    ranking: { id: string; energy: number; sessions: number }[];
  } {
    const { days, entities } = this.#units.get(this.#names()[0] ?? '') ?? {};
    return {
      days: [...this.days]
        .toSorted(([a], [b]) => a - b)
        .map(([day, sessions]) => ({
          date: dateOfDay(day),
          energy: amountOf(days?.get(day)?.micros ?? 0),
          sessions,
        })),
      ranking: [...(entities ?? [])]
        .map(([id, { micros, counted }]) => ({ id, energy: amountOf(micros), sessions: counted }))
        .toSorted((a, b) => b.energy - a.energy),
    };
  }
}
