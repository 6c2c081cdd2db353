import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type {
  CollectiveSessions,
  CollectiveSessionsQuery,
  EntityEnergy,
} from '../../../contract/console/fleet-entity.ts';
import { decidingRead, provisionalFromMs, type ReadSpan } from '../../../domain/complete-days.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { instantMs, isoInstant, type Span } from '../../../domain/instant.ts';
import { dateIn } from '../../../domain/time.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { amountOf } from '../energy/energy-amounts.ts';
import { dailySums, EnergyTally, localDay, sessionsOf } from '../energy/collective-energy.ts';
import { lastComputed } from '../energy/last-computed.ts';
import { collectiveMembers, partsOf, type NamedEntity } from './collective-members.ts';
import { sessionRows } from './session-page.ts';

const DEFAULT_LIMIT = 50;
/** Entities at each end of the ranking, and named Entities of each kind. */
const AT_EACH_END = 10;
const NAMED = 50;

/** Sessions of each Entity in a unit, and how many of them are implausible. */
function entitySums(db: Kysely<Store>, entityIds: readonly string[], span: Span) {
  return sessionsOf(db, entityIds, span)
    .groupBy(['entity_id', 'unit'])
    .select((row) => [
      'entity_id',
      'unit',
      row.fn.countAll<number | string>().as('sessions'),
      row.fn.count<number | string>('energy').as('counted'),
      row.fn.sum<number | string | null>('energy').as('energy'),
      sql<number | string>`sum(case when ${row.ref('energy')} is null or ${row.ref('energy')} = 0
        or ${row.ref('end_ms')} is null or ${row.ref('end_ms')} < ${row.ref('start_ms')}
        then 1 else 0 end)`.as('flagged'),
    ])
    .execute();
}

function sessionReads(db: Kysely<Store>, entityIds: readonly string[]) {
  return db
    .selectFrom('fleet_reads')
    .where('entity_id', 'in', entityIds)
    .where('resource', '=', 'sessions')
    .select(['entity_id', 'read_at', 'tried_at', 'message', 'partial', 'known_from'])
    .execute();
}

type SessionRead = Awaited<ReturnType<typeof sessionReads>>[number];

/** What is known of the Entities' sessions, counted while reading them. */
class KnownSessions {
  readonly #startMs: number;
  readonly #freshFrom: number;
  readonly #sessionsOf = new Map<string, number>();
  readonly #never: NamedEntity[] = [];
  readonly #partial: CollectiveSessions['partial']['entities'] = [];
  readonly #partlyRead: CollectiveSessions['partlyRead']['entities'] = [];
  readonly #failing: CollectiveSessions['failing']['entities'] = [];
  #oldest = Infinity;
  #without = 0;
  /** Decides which days are provisional. */
  readonly span: ReadSpan = { oldest: Infinity, newest: -Infinity };

  /** @param startMs of the period; reads since `fresh` are in time; in milliseconds since the epoch */
  constructor(startMs: number, fresh: number) {
    this.#startMs = startMs;
    this.#freshFrom = fresh;
  }

  count(entityId: string, sessions: number): void {
    this.#sessionsOf.set(entityId, (this.#sessionsOf.get(entityId) ?? 0) + sessions);
  }

  /** Must be called after the sessions of the Entity were counted. */
  look(entity: NamedEntity, read: SessionRead | undefined): void {
    const readAt = read?.read_at ?? null;
    const knownFrom = read?.known_from ?? null;
    const isPart = read?.partial === 1;
    if (readAt === null && !isPart) this.#never.push(entity);
    if (readAt !== null) {
      this.#oldest = Math.min(this.#oldest, readAt);
      this.span.newest = Math.max(this.span.newest, readAt);
      if (readAt >= this.#freshFrom) this.span.oldest = Math.min(this.span.oldest, readAt);
      if (knownFrom !== null && knownFrom > this.#startMs) {
        this.#partial.push({ ...entity, knownFrom: isoInstant(knownFrom) });
      } else if (!this.#sessionsOf.has(entity.id)) this.#without += 1;
    }
    if (read === undefined || read.message === null) return;
    const { message } = read;
    const triedAt = isoInstant(read.tried_at ?? readAt ?? 0);
    if (isPart) this.#partlyRead.push({ ...entity, message, triedAt });
    else
      this.#failing.push({
        ...entity,
        message,
        triedAt,
        readAt: readAt === null ? null : isoInstant(readAt),
      });
  }

  all(): Pick<
    CollectiveSessions,
    'without' | 'never' | 'partial' | 'partlyRead' | 'failing' | 'oldestAt'
  > {
    return {
      without: this.#without,
      never: some(this.#never),
      partial: some(this.#partial),
      partlyRead: some(this.#partlyRead),
      failing: some(this.#failing),
      oldestAt: this.#oldest === Infinity ? null : isoInstant(this.#oldest),
    };
  }
}

const some = <T>(entities: T[]) => ({ total: entities.length, entities: entities.slice(0, NAMED) });

/** The Entities with the most and the least energy; none is in both lists. */
function endsOf(ranking: readonly EntityEnergy[]): Pick<CollectiveSessions, 'most' | 'least'> {
  return {
    most: ranking.slice(0, AT_EACH_END),
    least: ranking.slice(Math.max(AT_EACH_END, ranking.length - AT_EACH_END)).toReversed(),
  };
}

/**
 * The charge sessions of a Collective's Entities that start in a period, without asking the Service. Reads
 * the Entities in parts.
 * @param policy decides what is stale
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the directory does not know the Collective
 */
export async function readCollectiveSessions(
  db: Kysely<Store>,
  policy: FleetPolicy,
  id: string,
  query: CollectiveSessionsQuery,
  now: number,
): Promise<CollectiveSessions> {
  const { offset = 0, limit = DEFAULT_LIMIT } = query;
  const startMs = instantMs(query.start) ?? 0;
  const endMs = query.end === undefined ? now : (instantMs(query.end) ?? now);
  const span = { startMs, endMs };
  const day = localDay(query.zone, span);
  const members = await collectiveMembers(db, id);
  const byId = new Map(members.map((member) => [member.id, member]));
  const energy = new EnergyTally();
  const known = new KnownSessions(startMs, freshFrom(policy, 'sessions', now));
  const byUnit = new Map<string, EntityEnergy[]>();
  let flagged = 0;
  for (const part of partsOf(members)) {
    energy.add(await dailySums(db, part, span, day));
    await turn();
    for (const row of await entitySums(db, part, span)) {
      const entity = byId.get(row.entity_id);
      const [sessions, counted] = [Number(row.sessions), Number(row.counted)];
      flagged += Number(row.flagged);
      known.count(row.entity_id, sessions);
      if (entity === undefined || counted === 0) continue;
      const ranking = byUnit.get(row.unit) ?? [];
      ranking.push({ ...entity, energy: amountOf(Number(row.energy ?? 0)), sessions: counted });
      byUnit.set(row.unit, ranking);
    }
    const reads = new Map((await sessionReads(db, part)).map((read) => [read.entity_id, read]));
    for (const entityId of part) {
      const entity = byId.get(entityId);
      if (entity !== undefined) known.look(entity, reads.get(entityId));
    }
    await turn();
  }
  const units = energy.units();
  const unit = units[0]?.unit ?? null;
  const dayNumbers = [...energy.sessions.keys()].toSorted((a, b) => a - b);
  const readAt = decidingRead(known.span);
  const ranking = (byUnit.get(unit ?? '') ?? []).toSorted((a, b) => b.energy - a.energy);
  return {
    entities: members.length,
    total: [...energy.sessions.values()].reduce((sum, sessions) => sum + sessions, 0),
    units,
    flagged,
    days: dayNumbers.map((each) => energy.day(each, unit)),
    ...endsOf(ranking),
    ...known.all(),
    provisionalFrom: dateIn(
      query.zone,
      provisionalFromMs(
        query.zone,
        // Partly read Entities alone: as if read now.
        readAt === -Infinity ? now : readAt,
        await lastComputed(db, now),
      ),
    ),
    rows: await sessionRows(
      db,
      { id, members: byId },
      { zone: query.zone, span, offset, limit },
      energy.sessions,
    ),
    offset,
    asOf: isoInstant(now),
  };
}
