import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type {
  CollectiveSessions,
  CollectiveSessionsQuery,
  EntityEnergy,
} from '../../../contract/console/fleet-entity.ts';
import { decidingRead, provisionalFromMs, type ReadSpan } from '../../../domain/complete-days.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { dateIn } from '../../../domain/time.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lastComputed } from '../energy/last-computed.ts';
import { collectiveMembers, type NamedEntity } from './collective-members.ts';
import { sessionRows } from './session-page.ts';
import { SessionSums } from './session-sums.ts';

const DEFAULT_LIMIT = 50;
/** Entities that are read together; other requests have their turn in between. */
const TOGETHER = 100;
/** Entities at each end of the ranking, and named Entities of each kind. */
const AT_EACH_END = 10;
const NAMED = 50;

function sessionReads(db: Kysely<Store>, entityIds: readonly string[]) {
  return db
    .selectFrom('fleet_reads')
    .where('entity_id', 'in', entityIds)
    .where('resource', '=', 'sessions')
    .select(['entity_id', 'read_at', 'tried_at', 'message', 'partial', 'known_from'])
    .execute();
}

type SessionRead = Awaited<ReturnType<typeof sessionReads>>[number];

/**
 * What is known of the Entities' sessions.
 * @param startMs of the period; reads since `fresh` are in time; in milliseconds since the epoch
 */
function knownOf(
  members: readonly NamedEntity[],
  reads: ReadonlyMap<string, SessionRead>,
  charged: ReadonlyMap<string, number>,
  { startMs, fresh }: { startMs: number; fresh: number },
) {
  const never: NamedEntity[] = [];
  const partial: CollectiveSessions['partial']['entities'] = [];
  const partlyRead: CollectiveSessions['partlyRead']['entities'] = [];
  const failing: CollectiveSessions['failing']['entities'] = [];
  /** Decides which days are provisional. */
  const span: ReadSpan = { oldest: Infinity, newest: -Infinity };
  let oldest = Infinity;
  let without = 0;
  for (const entity of members) {
    const read = reads.get(entity.id);
    const { read_at: readAt = null, known_from: knownFrom = null } = read ?? {};
    const isPart = read?.partial === 1;
    if (readAt === null && !isPart) never.push(entity);
    if (readAt !== null) {
      oldest = Math.min(oldest, readAt);
      span.newest = Math.max(span.newest, readAt);
      if (readAt >= fresh) span.oldest = Math.min(span.oldest, readAt);
      if (knownFrom !== null && knownFrom > startMs) {
        partial.push({ ...entity, knownFrom: isoInstant(knownFrom) });
      } else if (!charged.has(entity.id)) without += 1;
    }
    if (read === undefined || read.message === null) continue;
    const failed = {
      ...entity,
      message: read.message,
      triedAt: isoInstant(read.tried_at ?? readAt ?? 0),
    };
    if (isPart) partlyRead.push(failed);
    else failing.push({ ...failed, readAt: readAt === null ? null : isoInstant(readAt) });
  }
  return {
    span,
    shown: {
      without,
      never: some(never),
      partial: some(partial),
      partlyRead: some(partlyRead),
      failing: some(failing),
      oldestAt: oldest === Infinity ? null : isoInstant(oldest),
    },
  };
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
  const members = await collectiveMembers(db, id);
  const byId = new Map(members.map((member) => [member.id, member]));
  const sums = new SessionSums();
  const reads = new Map<string, SessionRead>();
  for (const part of chunks([...byId.keys()], TOGETHER)) {
    await sums.read(db, part, query.zone, span);
    for (const read of await sessionReads(db, part)) reads.set(read.entity_id, read);
    await turn();
  }
  const fresh = freshFrom(policy, 'sessions', now);
  const known = knownOf(members, reads, sums.entities, { startMs, fresh });
  const { days, ranking } = sums.inFirstUnit();
  const readAt = decidingRead(known.span);
  // Partly read Entities alone: as if read now.
  const provisional = provisionalFromMs(
    query.zone,
    readAt === -Infinity ? now : readAt,
    await lastComputed(db, now),
  );
  const page = { zone: query.zone, span, offset, limit };
  return {
    entities: members.length,
    total: days.reduce((sum, { sessions }) => sum + sessions, 0),
    units: sums.units(),
    flagged: sums.flagged,
    days,
    ...endsOf(
      ranking.flatMap((each) => {
        const entity = byId.get(each.id);
        return entity === undefined ? [] : [{ ...entity, ...each }];
      }),
    ),
    ...known.shown,
    provisionalFrom: dateIn(query.zone, provisional),
    rows: await sessionRows(db, { id, members: byId }, page, sums.days),
    offset,
    asOf: isoInstant(now),
  };
}
