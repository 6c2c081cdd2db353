import { sql, type Kysely } from 'kysely';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { inChunks, type ChunkedWork } from '../in-chunks.ts';

/** Days that are added up: 30 whole ones, and today. */
export const DAYS = 31;

/** Sums of one unit, in millionths. */
interface UnitSums {
  sessions: number;
  /** By day, oldest first. */
  days: bigint[];
}

/** Sums of the Entities that are in the same Collectives, by unit: verbatim, empty if none was reported. */
export interface EnergyGroup {
  collectives: readonly string[];
  units: Map<string, UnitSums>;
}

interface Known {
  read: number;
  of: number;
}

/** Energy of all listed Entities over the last days. */
export interface EnergySums {
  /** YYYY-MM-DD, oldest first; the last one is today. */
  dates: readonly string[];
  groups: readonly EnergyGroup[];
  /** Of how many Entities all sessions of these days are in the store; by Collective, and of all. */
  knownOf: ReadonlyMap<string, Known>;
  known: Known;
  /** When the sums were begun, in milliseconds since the epoch. */
  asOf: number;
}

interface Work {
  db: Kysely<Store>;
  /** Ids of the listed Collectives. */
  listed: ReadonlySet<string>;
  /** The instants at which the days begin, and that at which the last one ends. */
  bounds: readonly number[];
  groups: Map<string, EnergyGroup>;
  groupOf: Map<string, EnergyGroup>;
  known: Known;
  knownOf: Map<string, Known>;
}

const isKnown = (knownFrom: number | null, fromMs: number) =>
  knownFrom !== null && knownFrom <= fromMs;

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
    .select(['entities.id', 'fleet_reads.known_from'])
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
  for (const { id, known_from: knownFrom } of entities) {
    const collectives = (memberOf.get(id) ?? []).toSorted();
    const key = collectives.join(' ');
    const group = groups.get(key) ?? { collectives, units: new Map() };
    groups.set(key, group);
    groupOf.set(id, group);
    const read = isKnown(knownFrom, bounds[0] ?? 0) ? 1 : 0;
    for (const one of [known, ...collectives.map((each) => countOf(knownOf, each))]) {
      one.of += 1;
      one.read += read;
    }
  }
  after.id = last.id;
  return entities.length === size;
}

function countOf(counts: Map<string, Known>, key: string): Known {
  const count = counts.get(key) ?? { read: 0, of: 0 };
  counts.set(key, count);
  return count;
}

function sumsOf({ units }: EnergyGroup, unit: string): UnitSums {
  const sums = units.get(unit) ?? {
    sessions: 0,
    days: Array.from({ length: DAYS }, () => 0n),
  };
  units.set(unit, sums);
  return sums;
}

/** The place from which sessions are read next. */
interface Cursor {
  start: number;
  entity: string;
  unit: string;
  /** The day of that start. */
  day: number;
}

/** Adds sessions in the order of their start, from one index alone. @returns whether more are left */
async function addSessions(work: Work, after: Cursor, size: number): Promise<boolean> {
  const { db, groupOf, bounds } = work;
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('current', '=', 1)
    .where(
      sql<boolean>`(start_ms, entity_id, unit) > (${after.start}, ${after.entity}, ${after.unit})`,
    )
    .where('start_ms', '<', bounds.at(-1) ?? 0)
    .where('energy', 'is not', null)
    // Each row has its own place in the order, so that none is lost or added twice between chunks.
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
      row.fn.sum<number | string>('energy').as('energy'),
    ])
    .execute();
  for (const { start_ms: start, entity_id: entity, unit, sessions, energy } of rows) {
    after.start = start ?? after.start;
    after.entity = entity;
    after.unit = unit;
    while (after.start >= (bounds[after.day + 1] ?? Infinity)) after.day += 1;
    const group = groupOf.get(entity);
    if (group === undefined) continue;
    const sums = sumsOf(group, unit);
    sums.sessions += Number(sessions);
    sums.days[after.day] = (sums.days[after.day] ?? 0n) + BigInt(energy);
  }
  return rows.length === size;
}

/**
 * Adds up the energy of the last days, by groups of Entities.
 * @param zone IANA name of the zone whose days are counted
 * @param now milliseconds since the epoch
 * @param chunks how it is ended, and who is told what it took
 */
export async function sumEnergy(
  db: Kysely<Store>,
  zone: string,
  now: number,
  clock: Pick<Clock, 'elapsed'>,
  chunks: ChunkedWork,
): Promise<EnergySums> {
  const today = dateIn(zone, now);
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(today, at + 1 - DAYS));
  const bounds = [...dates, addDays(today, 1)].map((date) => startOfDateMs(zone, date));
  const known = { read: 0, of: 0 };
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .select('id')
    .execute();
  const work: Work = {
    db,
    listed: new Set(collectives.map(({ id }) => id)),
    bounds,
    groups: new Map(),
    groupOf: new Map(),
    known,
    knownOf: new Map(),
  };
  const entity = { id: '' };
  await inChunks(clock, chunks, (size) => groupEntities(work, entity, size));
  const cursor: Cursor = { start: bounds[0] ?? 0, entity: '', unit: '', day: 0 };
  await inChunks(clock, chunks, (size) => addSessions(work, cursor, size));
  return { dates, groups: [...work.groups.values()], knownOf: work.knownOf, known, asOf: now };
}
