import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { KnownOf } from '../../contract/console/counts.ts';
import { FLEET_RESOURCES, type FleetResource } from '../../contract/console/choices.ts';
import { freshFrom, type FleetPolicy } from '../../domain/fleet-policy.ts';
import { fellSilentIn } from '../../domain/silent.ts';
import type { Store } from '../../store/schema/schema.ts';
import { isOnlyNamed } from '../directory/sources.ts';
import { someEntities, type SomeEntities } from './attention-key.ts';

/** Failures in a row from which a read is listed. */
const TRIES = 3;

/** When each resource that is read regularly was read, in the picture of an Entity. */
const READ_AT = [
  ['commands_at', 'commands'],
  ['sessions_at', 'sessions'],
  ['capacity_at', 'capacity'],
  ['features_at', 'features'],
  ['places_at', 'locations'],
] as const satisfies readonly (readonly [string, FleetResource])[];

/** Entities with reads that failed, and why. */
type FailedReads = SomeEntities & {
  /** The most common message, and how many Entities have it. */
  reason: { message: string; count: number };
  /** Number of different messages. */
  reasons: number;
};

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
  /** Entities that charged before but no longer do, by a recent read of their sessions. */
  silent: SomeEntities;
  /** Of all these, Entities whose Commands were read. */
  commandsRead: KnownOf;
}

/** Entities that are listed and read. */
function readEntities(db: Kysely<Store>) {
  return db
    .selectFrom('entities')
    .where('entities.archived', '=', 0)
    .where('entities.offboarded_at', 'is', null)
    .where((row) => row.not(isOnlyNamed()));
}

/** In one statement: reads that end between two would make counts that contradict each other. */
async function countReads(db: Kysely<Store>, policy: FleetPolicy, now: number) {
  const states = await readEntities(db)
    .groupBy('reads_state')
    .select((row) => {
      const isRead = READ_AT.map(([column]) => row(column, 'is not', null));
      const isFresh = READ_AT.map(([column, resource]) =>
        row(column, '>=', Math.max(0, Math.round(freshFrom(policy, resource, now)))),
      );
      return [
        'reads_state',
        row.fn.countAll<number | string>().as('entities'),
        row.fn.count<number | string>('commands_at').as('commands'),
        row.fn.countAll<number | string>().filterWhere(row.and(isRead)).as('read'),
        row.fn.countAll<number | string>().filterWhere(row.and(isFresh)).as('fresh'),
      ];
    })
    .execute();
  await turn();
  const sum = (of: readonly (number | string)[]) =>
    of.reduce((all: number, one) => all + Number(one), 0);
  const inState = (state: string, count: 'entities' | 'read' | 'fresh' = 'entities') =>
    sum(states.flatMap((row) => (row.reads_state === state ? row[count] : [])));
  const whole = inState('fine', 'read');
  const inTime = inState('fine', 'fresh');
  return {
    reads: {
      fresh: inTime,
      stale: whole - inTime,
      unread: inState('fine') - whole,
      partial: inState('partial'),
      unreadable: inState('failing'),
    },
    commandsRead: {
      known: sum(states.map(({ commands }) => commands)),
      of: sum(states.map(({ entities }) => entities)),
    },
  };
}

async function failedReads(
  db: Kysely<Store>,
  kind: string,
  state: 'failing' | 'partial',
): Promise<FailedReads | null> {
  const failed = readEntities(db).where('reads_state', '=', state);
  const often = await failed
    .where('tries', '>=', TRIES)
    .where('unreachable_status', 'is', null)
    .select(['id', 'name'])
    .execute();
  if (often.length === 0) return null;
  await turn();
  const [most, ...others] = await failed
    .innerJoin('fleet_reads', 'fleet_reads.entity_id', 'entities.id')
    .where('fleet_reads.resource', 'in', FLEET_RESOURCES)
    .where('fleet_reads.tries', '>', 0)
    .where('fleet_reads.message', 'is not', null)
    .where('fleet_reads.partial', state === 'failing' ? 'is' : 'is not', null)
    .groupBy('fleet_reads.message')
    .select((row) => [
      'fleet_reads.message as text',
      row.fn.count<number | string>('entities.id').distinct().as('count'),
    ])
    .orderBy('count', 'desc')
    .orderBy('text')
    .execute();
  await turn();
  const { count } = await failed
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  await turn();
  return {
    ...someEntities(kind, often),
    count: Number(count),
    reason: { message: most?.text ?? '', count: Number(most?.count ?? 0) },
    reasons: 1 + others.length,
  };
}

/**
 * Counts the pictures of all listed Entities.
 * @param policy decides what is stale
 * @param now milliseconds since the epoch
 */
export async function readFleetState(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
): Promise<FleetState> {
  const { startMs, endMs } = fellSilentIn(now);
  const quiet = await readEntities(db)
    .where('session_at', '>=', startMs)
    .where('session_at', '<=', endMs)
    .where('sessions_at', '>=', Math.max(0, freshFrom(policy, 'sessions', now)))
    .select(['id', 'name'])
    .execute();
  await turn();
  return {
    ...(await countReads(db, policy, now)),
    failing: await failedReads(db, 'reads-failed', 'failing'),
    partial: await failedReads(db, 'reads-partial', 'partial'),
    silent: someEntities('silent', quiet),
  };
}
