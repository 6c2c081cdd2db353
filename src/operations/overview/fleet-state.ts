import { sql, type Kysely } from 'kysely';
import { FLEET_RESOURCES } from '../../contract/console/choices.ts';
import { freshFrom, type FleetPolicy } from '../../domain/fleet-policy.ts';
import { fellSilentIn, fellSilentSince } from '../../domain/silent.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { inChunks, type ChunkedWork } from '../fleet/in-chunks.ts';
import { collectEntities, type SomeEntities } from './attention-key.ts';

/** Failures in a row from which a read is news. */
const TRIES = 3;
/** What is read regularly of every Entity. */
const REGULAR = FLEET_RESOURCES.filter((resource) => resource !== 'history');

/** What the fleet store knows of all listed Entities. */
export interface FleetState {
  reads: { fresh: number; stale: number; unread: number; unreadable: number };
  /**
   * All that are unreadable, and why one is; those are named of which a read failed several times, beside
   * those that are not reachable. Null: there is none of these.
   */
  failing: (SomeEntities & { message: string | null }) | null;
  /** Entities that charged before, and no more. */
  silent: SomeEntities;
}

interface EntityState {
  id: string;
  name: string | null;
  unreachable: number | null;
  last_session: number | string | null;
  sessions_read: number | string | null;
  read: number | string;
  fresh: number | string;
  failed: number | string;
  failed_often: number | string;
  words: string | null;
}

/** Listed Entities after an id, each with the state of its reads and its last session. */
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
      count(case when r.read_at >= (case r.resource ${from} end) then 1 end) as fresh,
      count(r.message) as failed,
      count(case when r.tries >= ${TRIES} then r.message end) as failed_often,
      max(case when r.tries >= ${TRIES} then r.message end) as words
    from (select id, name, unreachable_status from entities
      where archived = 0 and id > ${after} order by id limit ${size}) e
    left join fleet_reads r on r.entity_id = e.id
    group by e.id, e.name, e.unreachable_status
    order by e.id`.execute(db);
  return rows;
}

/** Whether an Entity charged before, and no more, as far as a recent read of its sessions tells. */
function isSilent(entity: EntityState, policy: FleetPolicy, now: number): boolean {
  if (entity.last_session === null || entity.sessions_read === null) return false;
  const last = Number(entity.last_session);
  if (fellSilentSince(last, now) === null) return false;
  return Number(entity.sessions_read) >= freshFrom(policy, 'sessions', now);
}

function readStateOf(entity: EntityState): keyof FleetState['reads'] {
  if (Number(entity.failed) > 0) return 'unreadable';
  if (Number(entity.read) < REGULAR.length) return 'unread';
  return Number(entity.fresh) < REGULAR.length ? 'stale' : 'fresh';
}

/**
 * Looks through all listed Entities, in chunks.
 * @param now milliseconds since the epoch
 * @param chunks how it is ended, and who is told what it took
 */
export async function readFleetState(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
  clock: Pick<Clock, 'elapsed'>,
  chunks: ChunkedWork,
): Promise<FleetState> {
  const reads = { fresh: 0, stale: 0, unread: 0, unreadable: 0 };
  const failing = collectEntities('reads-failed');
  const silent = collectEntities('silent');
  let message: string | null = null;
  let after = '';
  await inChunks(clock, chunks, async (size) => {
    const rows = await entityStates(db, policy, now, after, size);
    for (const entity of rows) {
      reads[readStateOf(entity)] += 1;
      if (Number(entity.failed_often) > 0 && entity.unreachable === null) {
        failing.add(entity);
        message ??= entity.words;
      }
      if (isSilent(entity, policy, now)) silent.add(entity);
      after = entity.id;
    }
    return rows.length === size;
  });
  const often = failing.all();
  return {
    reads,
    failing: often.count === 0 ? null : { ...often, count: reads.unreadable, message },
    silent: silent.all(),
  };
}
