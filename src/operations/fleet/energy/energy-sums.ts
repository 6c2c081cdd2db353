import { sql, type Kysely } from 'kysely';
import type { ReadSpan } from '../../../domain/complete-days.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { inChunks, type ChunkedWork } from '../in-chunks.ts';
import { lastComputed } from './last-computed.ts';

/** Days that are added up, the last of which is today. */
export const DAYS = MONTH_DAYS;

/** Sums of one unit by day, oldest first. */
interface UnitSums {
  /** Sessions. */
  counted: number[];
  /** In millionths. */
  days: bigint[];
}

/** Sums of the Entities that are in the same Collectives, by unit: verbatim, empty if none was reported. */
export interface EnergyGroup {
  collectives: readonly string[];
  units: Map<string, UnitSums>;
  /** Sessions of each day without an energy that can be added. */
  without: number[];
}

/** What is known of the sessions of some Entities. */
export interface Known extends ReadSpan {
  /** Number that was read in time and as far back as these days, out of `of`. */
  read: number;
  /** Of the others, those whose sessions count in part: seen by an operator, or read too long ago. */
  partly: number;
  of: number;
}

/** Energy of all listed Entities over the last days. */
export interface EnergySums {
  /** IANA name of the zone whose days are counted. */
  zone: string;
  /** YYYY-MM-DD, oldest first; the last one is today. */
  dates: readonly string[];
  /** When the Service computed sessions last; null: not known. */
  computedAt: number | null;
  groups: readonly EnergyGroup[];
  /** By Collective, and of all. */
  knownOf: ReadonlyMap<string, Known>;
  known: Known;
  /** When the computation began, in milliseconds since the epoch. */
  asOf: number;
}

interface Work {
  db: Kysely<Store>;
  /** Ids of the listed Collectives. */
  listed: ReadonlySet<string>;
  /** Reads since this instant count as in time. */
  freshFrom: number;
  /** The instants at which the days begin, and the end of the last one. */
  bounds: readonly number[];
  groups: Map<string, EnergyGroup>;
  groupOf: Map<string, EnergyGroup>;
  known: Known;
  knownOf: Map<string, Known>;
  /** Ids of Entities that do not count as read, until a session of theirs was added. */
  unread: Set<string>;
}

const noKnown = (): Known => ({ read: 0, partly: 0, of: 0, oldest: Infinity, newest: -Infinity });
const noSessions = () => Array.from({ length: DAYS }, () => 0);

/** Sorts Entities by the Collectives that they are in. @returns whether more are left */
async function groupEntities(work: Work, after: { id: string }, size: number): Promise<boolean> {
  const { db, listed, groups, groupOf, known, knownOf, bounds } = work;
  const entities = await db
    .selectFrom('entities')
    .leftJoin('fleet_reads', (join) =>
      join
        .onRef('fleet_reads.entity_id', '=', 'entities.id')
        .on('fleet_reads.resource', '=', 'sessions'),
    )
    .where('entities.id', '>', after.id)
    .where('entities.archived', '=', 0)
    .orderBy('entities.id')
    .limit(size)
    .select(['entities.id', 'fleet_reads.known_from', 'fleet_reads.read_at'])
    .execute();
  const [first, last] = [entities[0], entities.at(-1)];
  if (first === undefined || last === undefined) return false;
  const rows = await db
    .selectFrom('memberships')
    .where('entity_id', '>=', first.id)
    .where('entity_id', '<=', last.id)
    .select(['entity_id', 'collective_id'])
    .execute();
  const memberOf = new Map<string, string[]>();
  for (const { entity_id: id, collective_id: collective } of rows) {
    if (!listed.has(collective)) continue;
    const list = memberOf.get(id) ?? [];
    list.push(collective);
    memberOf.set(id, list);
  }
  for (const { id, known_from: knownFrom, read_at: readAt } of entities) {
    const collectives = (memberOf.get(id) ?? []).toSorted();
    const key = collectives.join(' ');
    const group = groups.get(key) ?? { collectives, units: new Map(), without: noSessions() };
    groups.set(key, group);
    groupOf.set(id, group);
    const isFresh = readAt !== null && readAt >= work.freshFrom;
    const isRead = isFresh && knownFrom !== null && knownFrom <= (bounds[0] ?? 0);
    if (!isRead) work.unread.add(id);
    for (const one of [known, ...collectives.map((each) => countOf(knownOf, each))]) {
      one.of += 1;
      if (isRead) one.read += 1;
      if (isFresh) one.oldest = Math.min(one.oldest, readAt);
      one.newest = Math.max(one.newest, readAt ?? -Infinity);
    }
  }
  after.id = last.id;
  return entities.length === size;
}

function countOf(counts: Map<string, Known>, key: string): Known {
  const count = counts.get(key) ?? noKnown();
  counts.set(key, count);
  return count;
}

function sumsOf({ units }: EnergyGroup, unit: string): UnitSums {
  const sums = units.get(unit) ?? {
    counted: noSessions(),
    days: Array.from({ length: DAYS }, () => 0n),
  };
  units.set(unit, sums);
  return sums;
}

/** The position from which sessions are read next. */
interface Cursor {
  start: number;
  entity: string;
  unit: string;
  /** The day of that start. */
  day: number;
}

/** Adds sessions in the order of their start, reading only one index. @returns whether more are left */
async function addSessions(work: Work, after: Cursor, size: number): Promise<boolean> {
  const { db, groupOf, bounds } = work;
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('current', '=', 1)
    .where(
      sql<boolean>`(start_ms, entity_id, unit) > (${after.start}, ${after.entity}, ${after.unit})`,
    )
    .where('start_ms', '<', bounds.at(-1) ?? 0)
    // Each row has a unique position, so that none is lost or added twice between chunks.
    .groupBy(['start_ms', 'entity_id', 'unit'])
    .orderBy('start_ms')
    .orderBy('entity_id')
    .orderBy('unit')
    .limit(size)
    .select((row) => [
      'start_ms',
      'entity_id',
      'unit',
      row.fn.countAll<number | string>().as('sessions'),
      row.fn.count<number | string>('energy').as('counted'),
      row.fn.sum<number | string | null>('energy').as('energy'),
    ])
    .execute();
  for (const { start_ms: start, entity_id: entity, unit, energy, ...row } of rows) {
    after.start = start ?? after.start;
    after.entity = entity;
    after.unit = unit;
    const [sessions, counted] = [Number(row.sessions), Number(row.counted)];
    while (after.start >= (bounds[after.day + 1] ?? Infinity)) after.day += 1;
    const group = groupOf.get(entity);
    if (group === undefined) continue;
    const { day } = after;
    group.without[day] = (group.without[day] ?? 0) + sessions - counted;
    if (counted === 0) continue;
    if (work.unread.delete(entity)) {
      work.known.partly += 1;
      for (const each of group.collectives) countOf(work.knownOf, each).partly += 1;
    }
    const sums = sumsOf(group, unit);
    sums.counted[day] = (sums.counted[day] ?? 0) + counted;
    sums.days[day] = (sums.days[day] ?? 0n) + BigInt(energy ?? 0);
  }
  return rows.length === size;
}

/** Dependencies of the sums. */
export interface SumParts {
  db: Kysely<Store>;
  /** Decides what is stale. */
  policy: FleetPolicy;
  clock: Pick<Clock, 'elapsed'>;
}

/**
 * Adds up the energy of the last days, by groups of Entities.
 * @param zone IANA name of the zone whose days are counted
 * @param now milliseconds since the epoch
 * @param chunks stops the computation, and gets its computing time
 */
export async function sumEnergy(
  { db, policy, clock }: SumParts,
  zone: string,
  now: number,
  chunks: ChunkedWork,
): Promise<EnergySums> {
  const today = dateIn(zone, now);
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(today, at - DAYS + 1));
  const bounds = [...dates, addDays(today, 1)].map((date) => startOfDateMs(zone, date));
  const known = noKnown();
  const computedAt = await lastComputed(db, now);
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .select('id')
    .execute();
  const work: Work = {
    db,
    listed: new Set(collectives.map(({ id }) => id)),
    freshFrom: freshFrom(policy, 'sessions', now),
    bounds,
    groups: new Map(),
    groupOf: new Map(),
    known,
    knownOf: new Map(),
    unread: new Set(),
  };
  const entity = { id: '' };
  await inChunks(clock, chunks, (size) => groupEntities(work, entity, size));
  const cursor: Cursor = { start: bounds[0] ?? 0, entity: '', unit: '', day: 0 };
  await inChunks(clock, chunks, (size) => addSessions(work, cursor, size));
  return {
    zone,
    dates,
    computedAt,
    groups: [...work.groups.values()],
    knownOf: work.knownOf,
    known,
    asOf: now,
  };
}
