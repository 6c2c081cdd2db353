import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { ReadSpan } from '../../../domain/complete-days.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { DAY_MS } from '../../../domain/instant.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { dateOfDay, dayNumber } from '../../../domain/reports/zone-calendar.ts';
import { dateIn } from '../../../domain/time.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { keptIn } from '../fleet-scope.ts';
import { lastComputed } from './last-computed.ts';

/** Days that are added up, the last of which is today. */
export const DAYS = MONTH_DAYS;

/** Entities that are added up by one query; other requests have their turn in between. */
const PART = 500;
/** No day begins earlier than this before the same one in UTC. */
const EARLIEST_MS = 14 * 3_600_000;

/** Sums of one unit by day, oldest first. */
interface UnitSums {
  /** Sessions. */
  counted: number[];
  /** In millionths. */
  days: bigint[];
}

/** What is known of the sessions of some Entities. */
export interface Known extends ReadSpan {
  /** Number that was read in time and as far back as these days, out of `of`. */
  read: number;
  /** Of the others, those whose sessions count in part: seen by an operator, or read too long ago. */
  partly: number;
  of: number;
}

/** Sums of the Entities that are in the same Collectives. */
export interface EnergyGroup {
  collectives: readonly string[];
  /** By unit: verbatim, empty if none was reported. */
  units: Map<string, UnitSums>;
  /** Sessions of each day without an energy that can be added, and those of any unit that are in doubt. */
  without: number[];
  doubtful: number[];
  /** By the zone of the site. */
  known: Map<string, Known>;
}

/** Energy of Entities over the last days, by groups. */
export interface EnergySums {
  /** YYYY-MM-DD at the site, oldest first; the last one is today where it was asked. */
  dates: readonly string[];
  /** When the Service computed sessions last; null: not known. */
  computedAt: number | null;
  groups: readonly EnergyGroup[];
  /** When they were added up, in milliseconds since the epoch. */
  asOf: number;
}

/** What is known of several parts together. */
export function addKnown(parts: Iterable<Known>): Known {
  const sum: Known = { read: 0, partly: 0, of: 0, oldest: Infinity, newest: -Infinity };
  for (const { read, partly, of, oldest, newest } of parts) {
    sum.read += read;
    sum.partly += partly;
    sum.of += of;
    sum.oldest = Math.min(sum.oldest, oldest);
    sum.newest = Math.max(sum.newest, newest);
  }
  return sum;
}

const zeros = () => Array.from({ length: DAYS }, () => 0);

/** Groups by the ids of their Collectives, as one text; null: in none. */
type Groups = Map<string | null, EnergyGroup>;

function groupOf(groups: Groups, key: string | null): EnergyGroup {
  const group = groups.get(key) ?? {
    collectives: key === null ? [] : key.split(' '),
    units: new Map<string, UnitSums>(),
    without: zeros(),
    doubtful: zeros(),
    known: new Map<string, Known>(),
  };
  groups.set(key, group);
  return group;
}

type Listed = ReturnType<typeof keptIn>;

/** Entities with the listed Collectives that each is in. */
function withCollectives(db: Kysely<Store>, entities: Listed) {
  return db.with(
    (cte) => cte('part').materialized(),
    () =>
      entities.select((row) => [
        'entities.id',
        'zone',
        'sessions_at',
        'sessions_from',
        row
          .selectFrom('memberships')
          .innerJoin('collectives', 'collectives.id', 'memberships.collective_id')
          .where('collectives.archived', '=', 0)
          .whereRef('memberships.entity_id', '=', 'entities.id')
          .select(
            sql<string | null>`string_agg(collectives.id, ' ' order by collectives.id)`.as('ids'),
          )
          .as('collectives'),
      ]),
  );
}

/** The first and the last day, since 1970-01-01, and since when a read is in time. */
interface Window {
  first: number;
  today: number;
  freshFrom: number;
}

async function addDays(
  db: Kysely<Store>,
  entities: Listed,
  { first, today }: Window,
  groups: Groups,
): Promise<void> {
  const rows = await withCollectives(db, entities)
    .selectFrom('part')
    // SQLite must be told to go through the Entities one by one.
    .crossJoin('session_days')
    .whereRef('session_days.entity_id', '=', 'part.id')
    .where('day', '>=', first)
    .where('day', '<=', today)
    .groupBy(['collectives', 'day', 'unit'])
    .select((row) => [
      'collectives',
      'day',
      'unit',
      sql<string>`cast(sum(energy) as text)`.as('energy'),
      row.fn.sum<number | string>('sessions').as('sessions'),
      row.fn.sum<number | string>('counted').as('counted'),
      row.fn.sum<number | string>('doubtful').as('doubtful'),
    ])
    .execute();
  for (const { collectives, day, unit, energy, ...row } of rows) {
    const { units, without, doubtful } = groupOf(groups, collectives);
    const at = day - first;
    const counted = Number(row.counted);
    without[at] = (without[at] ?? 0) + Number(row.sessions) - counted;
    doubtful[at] = (doubtful[at] ?? 0) + Number(row.doubtful);
    if (counted === 0) continue;
    const sums = units.get(unit) ?? { counted: zeros(), days: zeros().map(BigInt) };
    units.set(unit, sums);
    sums.counted[at] = (sums.counted[at] ?? 0) + counted;
    sums.days[at] = (sums.days[at] ?? 0n) + BigInt(energy);
  }
}

async function countKnown(
  db: Kysely<Store>,
  entities: Listed,
  { first, today, freshFrom: since }: Window,
  groups: Groups,
): Promise<void> {
  const fresh = sql`sessions_at >= ${sql.lit(since)}`;
  const read = sql`${fresh} and sessions_from <= ${sql.lit(first * DAY_MS - EARLIEST_MS)}`;
  const counts = sql`exists (select 1 from session_days where entity_id = part.id
    and day between ${sql.lit(first)} and ${sql.lit(today)} and counted > 0)`;
  const rows = await withCollectives(db, entities)
    .selectFrom('part')
    .groupBy(['collectives', 'zone'])
    .select((row) => [
      'collectives',
      'zone',
      row.fn.countAll<number | string>().as('of'),
      sql<number | string>`sum(case when ${read} then 1 else 0 end)`.as('read'),
      sql<number | string>`sum(case when ${read} then 0 when ${counts} then 1 else 0 end)`.as(
        'partly',
      ),
      sql<number | null>`min(case when ${fresh} then sessions_at end)`.as('oldest'),
      row.fn.max<number | null>('sessions_at').as('newest'),
    ])
    .execute();
  for (const { collectives, zone, ...row } of rows) {
    const { known } = groupOf(groups, collectives);
    const more = {
      read: Number(row.read),
      partly: Number(row.partly),
      of: Number(row.of),
      oldest: row.oldest ?? Infinity,
      newest: row.newest ?? -Infinity,
    };
    known.set(zone, addKnown([more, ...[known.get(zone) ?? []].flat()]));
  }
}

/**
 * Adds up the energy of the last days by the day of each session's start at its site.
 * @param collectiveId of one Collective; null: of all Entities
 * @param policy decides what is stale
 * @param zone IANA name of the zone whose today is the last day
 * @param now milliseconds since the epoch
 */
export async function sumEnergy(
  db: Kysely<Store>,
  policy: FleetPolicy,
  collectiveId: string | null,
  zone: string,
  now: number,
): Promise<EnergySums> {
  const today = dayNumber(dateIn(zone, now));
  const first = today - DAYS + 1;
  const since = Math.max(0, Math.round(freshFrom(policy, 'sessions', now)));
  const window = { first, today, freshFrom: since };
  const groups: Groups = new Map();
  const all = keptIn(db, { collective: collectiveId ?? undefined });
  let last: string | undefined;
  let isMore = true;
  while (isMore) {
    const rest = last === undefined ? all : all.where('entities.id', '>', last);
    const end = await rest
      .orderBy('entities.id')
      .offset(PART - 1)
      .limit(1)
      .select('entities.id')
      .executeTakeFirst();
    const part = end === undefined ? rest : rest.where('entities.id', '<=', end.id);
    await addDays(db, part, window, groups);
    await countKnown(db, part, window, groups);
    last = end?.id;
    isMore = end !== undefined;
    if (isMore) await turn();
  }
  return {
    dates: Array.from({ length: DAYS }, (_, at) => dateOfDay(first + at)),
    computedAt: await lastComputed(db, now),
    groups: [...groups.values()],
    asOf: now,
  };
}
