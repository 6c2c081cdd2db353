import type { Kysely } from 'kysely';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../http/problems.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { ARCHIVED } from '../../directory/record.ts';
import { entityReads, isFresh } from './entity-reads.ts';
import { knownCommands, openDispatches } from '../commands/known-commands.ts';
import { lastComputed } from '../energy/last-computed.ts';
import { recentEnergy } from '../energy/recent-energy.ts';

/** Maximum number of Commands in one answer. */
const NEWEST = 100;

/**
 * The stored data of one Entity, without asking the Service.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the directory does not know it
 */
export async function readFleetEntity(
  db: Kysely<Store>,
  policy: FleetPolicy,
  id: string,
  now: number,
): Promise<FleetEntity> {
  const entity = await db
    .selectFrom('entities')
    .where('id', '=', id)
    .where('archived', 'in', [0, ARCHIVED])
    .select(['id', 'zone', 'sessions_at', 'sessions_from'])
    .executeTakeFirst();
  if (entity === undefined) {
    throw failure(404, 'not_found', `The Entity ${id} is not in the directory.`);
  }
  const reads = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', id)
    .selectAll()
    .execute();
  const commands = await knownCommands(db, id, NEWEST);
  const computedAt = await lastComputed(db, now);
  const recent = (await recentEnergy(db, [entity], computedAt, now)).get(id);
  const { sessions_at: readAt } = entity;
  const readOf = (at: number) => ({
    readAt: isoInstant(at),
    isStale: !isFresh(policy, 'sessions', at, now),
  });
  const last = await db
    .selectFrom('fleet_sessions')
    .where('entity_id', '=', id)
    .where('current', '=', 1)
    .where('start_ms', '<=', now)
    .orderBy('start_ms', 'desc')
    .limit(1)
    .select('content')
    .executeTakeFirst();
  const knownFrom = reads.find(({ resource }) => resource === 'sessions')?.known_from ?? null;
  return {
    id,
    reads: entityReads(reads, policy, now),
    commands,
    openDispatches: await openDispatches(db, id),
    energy: recent === undefined || readAt === null ? null : { ...recent, ...readOf(readAt) },
    lastSession: last === undefined ? null : fromJson(ChargeSession, last.content),
    knownFrom: knownFrom === null ? null : isoInstant(knownFrom),
    sessionsComputedAt: computedAt === null ? null : isoInstant(computedAt),
    asOf: isoInstant(now),
  };
}
