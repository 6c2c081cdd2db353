import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import {
  GATHER_KINDS,
  type Gathering,
  type PlaceFailures,
  type PlaceStatus,
} from '../../contract/console/places.ts';
import { isoInstant } from '../../domain/instant.ts';
import { ARCHIVED, OTHER_WORLD } from '../directory/thing.ts';
import type { Store } from '../../store/schema/schema.ts';
import { newestGathering } from './gather-store.ts';
import type { Gatherer } from './gatherer.ts';

const State = z.enum(['running', 'stopped', 'done']);
const Kind = z.enum(GATHER_KINDS);

const instantOrNull = (at: number | null) => (at === null ? null : isoInstant(at));

async function shownGathering(
  db: Kysely<Store>,
  gatherer: Pick<Gatherer, 'perMinute' | 'paused'>,
): Promise<Gathering | null> {
  const row = await newestGathering(db);
  if (row === null) return null;
  const counts = await db
    .selectFrom('place_reads')
    .where('gathering_id', '=', row.id)
    .groupBy(['waiting', 'state'])
    .select((each) => ['waiting', 'state', each.fn.countAll<number>().as('count')])
    .execute();
  const sum = (of: (each: (typeof counts)[number]) => boolean) =>
    counts.filter(of).reduce((total, { count }) => total + count, 0);
  const collective =
    row.collective_id === null
      ? undefined
      : await db
          .selectFrom('collectives')
          .where('id', '=', row.collective_id)
          .select('name')
          .executeTakeFirst();
  const runs = row.state === 'running';
  const paused = runs ? gatherer.paused() : null;
  const total = Math.max(
    row.total,
    sum(() => true),
  );
  return {
    id: row.id,
    collectiveId: row.collective_id,
    collectiveName: collective?.name ?? null,
    only: Kind.parse(row.kind),
    operatorName: row.operator_name,
    state: State.parse(row.state),
    startedAt: isoInstant(row.started_at),
    finishedAt: instantOrNull(row.finished_at),
    total,
    done: total - sum(({ waiting }) => waiting === 1),
    failed: sum(({ waiting, state }) => waiting === 0 && state === 'failed'),
    requests: row.requests,
    perMinute: runs ? gatherer.perMinute() : null,
    paused: paused === null ? null : { message: paused.message, until: isoInstant(paused.until) },
  };
}

/** The Entities of a scope. @param collective its id; undefined: the whole directory */
function inScope(db: Kysely<Store>, collective: string | undefined) {
  const all = db.selectFrom('entities').where('entities.archived', '=', 0);
  if (collective === undefined) return all;
  return all.where('entities.id', 'in', (members) =>
    members.selectFrom('memberships').where('collective_id', '=', collective).select('entity_id'),
  );
}

type Entities = ReturnType<typeof inScope>;

const archived = (db: Kysely<Store>) =>
  db
    .selectFrom('entities')
    .where('entities.archived', 'in', [OTHER_WORLD, ARCHIVED, OTHER_WORLD + ARCHIVED]);

const readsIn = (entities: Entities) =>
  entities.innerJoin('place_reads', 'place_reads.entity_id', 'entities.id');

const placesIn = (entities: Entities) =>
  entities.innerJoin('places', 'places.entity_id', 'entities.id');

/**
 * What is known of places, and how far gathering is.
 * @param collective only of the Entities of this one; the run is shown whatever it reads
 * @param now milliseconds since the epoch
 */
export async function readPlaceStatus(
  db: Kysely<Store>,
  gatherer: Pick<Gatherer, 'perMinute' | 'paused'>,
  collective: string | undefined,
  now: number,
): Promise<PlaceStatus> {
  const { total } = await inScope(db, collective)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const all = collective === undefined;
  const reads = await (all ? db.selectFrom('place_reads') : readsIn(inScope(db, collective)))
    .groupBy('place_reads.state')
    .select((row) => [
      'place_reads.state',
      row.fn.countAll<number>().as('count'),
      row.fn.min<number | null>('place_reads.read_at').as('oldest'),
      row.fn.max<number | null>('place_reads.read_at').as('newest'),
    ])
    .execute();
  const places = await (all ? db.selectFrom('places') : placesIn(inScope(db, collective)))
    .groupBy('places.odd')
    .select((row) => ['places.odd', row.fn.countAll<number>().as('count')])
    .execute();
  // Few are archived as a rule: counting them apart spares a look at every Entity.
  const hiddenReads = all
    ? await readsIn(archived(db))
        .groupBy('place_reads.state')
        .select((row) => ['place_reads.state', row.fn.countAll<number>().as('count')])
        .execute()
    : [];
  const hiddenPlaces = all
    ? await placesIn(archived(db))
        .groupBy('places.odd')
        .select((row) => ['places.odd', row.fn.countAll<number>().as('count')])
        .execute()
    : [];
  const of = (state: string) =>
    (reads.find((row) => row.state === state)?.count ?? 0) -
    (hiddenReads.find((row) => row.state === state)?.count ?? 0);
  const ofOdd = (odd: number) =>
    (places.find((row) => row.odd === odd)?.count ?? 0) -
    (hiddenPlaces.find((row) => row.odd === odd)?.count ?? 0);
  const instants = reads.flatMap(({ oldest, newest }) => [oldest ?? [], newest ?? []].flat());
  return {
    gathering: await shownGathering(db, gatherer),
    entities: { total, read: of('read'), failed: of('failed') },
    places: ofOdd(0) + ofOdd(1),
    odd: ofOdd(1),
    oldestAt: instants.length === 0 ? null : isoInstant(Math.min(...instants)),
    newestAt: instants.length === 0 ? null : isoInstant(Math.max(...instants)),
    asOf: isoInstant(now),
  };
}

/** Entities whose places could not be read the last time, by name. @param now milliseconds */
export async function readPlaceFailures(
  db: Kysely<Store>,
  query: {
    collective?: string | undefined;
    offset?: number | undefined;
    limit?: number | undefined;
  },
  now: number,
): Promise<PlaceFailures> {
  const failed = inScope(db, query.collective)
    .innerJoin('place_reads', 'place_reads.entity_id', 'entities.id')
    .where('place_reads.state', '=', 'failed');
  const { total } = await failed
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await failed
    .orderBy('entities.sort_name')
    .orderBy('entities.id')
    .limit(query.limit ?? 100)
    .offset(query.offset ?? 0)
    .select([
      'entities.id',
      'entities.name',
      'place_reads.words',
      'place_reads.at',
      'place_reads.read_at',
    ])
    .execute();
  return {
    failures: rows.map((row) => ({
      entityId: row.id,
      entityName: row.name,
      message: row.words ?? 'Could not be read.',
      at: isoInstant(row.at ?? now),
      readAt: instantOrNull(row.read_at),
    })),
    total,
    asOf: isoInstant(now),
  };
}
