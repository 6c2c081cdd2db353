import { sql, type Kysely } from 'kysely';
import type { KnownOf } from '../../contract/console/counts.ts';
import { FLEET_RESOURCES } from '../../contract/console/choices.ts';
import { freshFrom, type FleetPolicy } from '../../domain/fleet-policy.ts';
import { fellSilentIn, fellSilentSince } from '../../domain/silent.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { isOnlyTold } from '../directory/only-told.ts';
import { inChunks, type ChunkedWork } from '../fleet/in-chunks.ts';
import { chunks } from '../../store/chunks.ts';
import { collectEntities, type SomeEntities } from './attention-key.ts';
import { othersInQuarters, type OthersInQuarter } from './commanded-days.ts';
import { collectReasons, type CommonReason } from './common-reason.ts';

/** Failures in a row from which a read is listed. */
const TRIES = 3;
/** Resources that are read regularly for every Entity. */
const REGULAR = FLEET_RESOURCES.filter((resource) => resource !== 'history');

/** The state of all listed Entities in the fleet store, without offboarded ones. */
export interface FleetState {
  reads: { fresh: number; stale: number; unread: number; partial: number; unreadable: number };
  /**
   * All unreadable Entities, with the reason; names those with a read that failed several times, besides
   * unreachable ones. Null: there are none of these.
   */
  failing: FailedReads | null;
  /** The same for partly read ones. */
  partial: FailedReads | null;
  /** Entities that charged before but no longer do. */
  silent: SomeEntities;
  /** Of all these, Entities whose Commands were read. */
  commandsRead: KnownOf;
  /** What other systems sent in the last days. */
  others: readonly OthersInQuarter[];
}

/** Entities with reads that failed, and why. */
type FailedReads = SomeEntities & CommonReason;

interface EntityState {
  id: string;
  name: string | null;
  unreachable: number | null;
  last_session: number | string | null;
  sessions_read: number | string | null;
  read: number | string;
  commands_read: number | string;
  fresh: number | string;
  failed: number | string;
  failed_often: number | string;
  partial: number | string;
  partial_often: number | string;
}

/** Listed Entities after an id that are read, each with the state of its reads and its last session. */
async function entityStates(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
  after: string,
  size: number,
): Promise<EntityState[]> {
  const from = sql.join(
    REGULAR.map((resource) => {
      const ms = Math.max(0, Math.round(freshFrom(policy, resource, now)));
      return sql`when ${resource} then cast(${ms} as bigint)`;
    }),
    sql` `,
  );
  const { rows } = await sql<EntityState>`
    select e.id, e.name, e.unreachable_status as unreachable,
      (select max(coalesce(s.end_ms, s.start_ms)) from fleet_sessions s
        where s.entity_id = e.id and s.current = 1
          and s.start_ms >= cast(${fellSilentIn(now).startMs} as bigint)) as last_session,
      max(case when r.resource = 'sessions' then r.read_at end) as sessions_read,
      count(case when r.resource <> 'history' then r.read_at end) as read,
      count(case when r.resource = 'commands' then r.read_at end) as commands_read,
      count(case when r.read_at >= (case r.resource ${from} end) then 1 end) as fresh,
      count(case when r.partial is null then r.message end) as failed,
      count(case when r.partial is null and r.tries >= ${TRIES} then r.message end) as failed_often,
      count(r.partial) as partial,
      count(case when r.tries >= ${TRIES} then r.partial end) as partial_often
    from (select id, name, unreachable_status from entities
      where archived = 0 and offboarded_at is null and id > ${after}
        and not ${isOnlyTold()} order by id limit ${size}) e
    left join fleet_reads r on r.entity_id = e.id
    group by e.id, e.name, e.unreachable_status
    order by e.id`.execute(db);
  return rows;
}

/** Whether an Entity charged before but no longer does, by a recent read of its sessions. */
function isSilent(entity: EntityState, policy: FleetPolicy, now: number): boolean {
  if (entity.last_session === null || entity.sessions_read === null) return false;
  const last = Number(entity.last_session);
  if (fellSilentSince(last, now) === null) return false;
  return Number(entity.sessions_read) >= freshFrom(policy, 'sessions', now);
}

function readStateOf(entity: EntityState): keyof FleetState['reads'] {
  if (Number(entity.failed) > 0) return 'unreadable';
  if (Number(entity.partial) > 0) return 'partial';
  if (Number(entity.read) < REGULAR.length) return 'unread';
  return Number(entity.fresh) < REGULAR.length ? 'stale' : 'fresh';
}

/** Messages of failed reads, by Entity and whether they returned a part. */
async function failureMessages(db: Kysely<Store>, ids: readonly string[]) {
  const found = new Map<string, { none: string[]; part: string[] }>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('fleet_reads')
      .where('entity_id', 'in', part)
      .where('message', 'is not', null)
      .select(['entity_id', 'message', 'partial'])
      .execute();
    for (const { entity_id: id, message, partial } of rows) {
      const of = found.get(id) ?? { none: [], part: [] };
      found.set(id, of);
      if (message !== null) of[partial === null ? 'none' : 'part'].push(message);
    }
  }
  return found;
}

/** Collects Entities whose reads failed. @param kind of the item under "Needs attention" */
function collectFailed(kind: string) {
  const often = collectEntities(kind);
  const reasons = collectReasons();
  let count = 0;
  return {
    add(entity: EntityState, isOften: boolean, messages: readonly string[]) {
      count += 1;
      reasons.add(messages);
      if (isOften && entity.unreachable === null) often.add(entity);
    },
    all(): FailedReads | null {
      const [named, why] = [often.all(), reasons.all()];
      return named.count === 0 || why === null ? null : { ...named, ...why, count };
    },
  };
}

/**
 * Goes through all listed Entities, in chunks.
 * @param now milliseconds since the epoch
 * @param work stops it, and gets its computing time
 */
export async function readFleetState(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
  clock: Pick<Clock, 'elapsed'>,
  work: ChunkedWork,
): Promise<FleetState> {
  const reads = { fresh: 0, stale: 0, unread: 0, partial: 0, unreadable: 0 };
  const failing = collectFailed('reads-failed');
  const partial = collectFailed('reads-partial');
  const silent = collectEntities('silent');
  const commandsRead = { known: 0, of: 0 };
  let after = '';
  await inChunks(clock, work, async (size) => {
    const rows = await entityStates(db, policy, now, after, size);
    const failed = rows.filter((row) => Number(row.failed) + Number(row.partial) > 0);
    const messages = await failureMessages(
      db,
      failed.map(({ id }) => id),
    );
    for (const entity of rows) {
      const state = readStateOf(entity);
      commandsRead.known += Number(entity.commands_read);
      commandsRead.of += 1;
      reads[state] += 1;
      const { none = [], part = [] } = messages.get(entity.id) ?? {};
      if (state === 'unreadable') failing.add(entity, Number(entity.failed_often) > 0, none);
      if (state === 'partial') partial.add(entity, Number(entity.partial_often) > 0, part);
      if (isSilent(entity, policy, now)) silent.add(entity);
      after = entity.id;
    }
    return rows.length === size;
  });
  return {
    reads,
    failing: failing.all(),
    partial: partial.all(),
    silent: silent.all(),
    commandsRead,
    others: await othersInQuarters(db, now, clock, work),
  };
}
