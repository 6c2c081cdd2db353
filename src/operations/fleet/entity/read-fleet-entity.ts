import type { Kysely } from 'kysely';
import { BatteryCapacity } from '../../../contract/battery-capacity.ts';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { Feature } from '../../../contract/feature.ts';
import { z } from '../../../contract/zod.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../http/problems.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { ARCHIVED } from '../../directory/thing.ts';
import { entityReads } from './entity-reads.ts';
import { knownCommands, openDispatches } from '../commands/known-commands.ts';
import { lastComputed } from '../energy/last-computed.ts';

/** Maximum number of Commands, and of sessions, in one answer. */
const NEWEST = 100;

const Features = z.array(Feature);

async function newestSessions(db: Kysely<Store>, entityId: string) {
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('entity_id', '=', entityId)
    .where('current', '=', 1)
    .orderBy('start_ms', (order) => order.desc().nullsLast())
    .limit(NEWEST + 1)
    .select('content')
    .execute();
  return {
    sessions: rows.slice(0, NEWEST).map(({ content }) => fromJson(ChargeSession, content)),
    more: rows.length > NEWEST,
  };
}

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
    .select('id')
    .executeTakeFirst();
  if (entity === undefined) {
    throw failure(404, 'not_found', `The Entity ${id} is not in the directory.`);
  }
  const reads = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', id)
    .selectAll()
    .execute();
  const places = await db
    .selectFrom('places')
    .where('entity_id', '=', id)
    .orderBy('label')
    .orderBy('id')
    .select(['id', 'label', 'latitude', 'longitude'])
    .execute();
  const documents = await db
    .selectFrom('fleet_documents')
    .where('entity_id', '=', id)
    .select(['resource', 'content'])
    .execute();
  const documentOf = (resource: string) =>
    documents.find((document) => document.resource === resource)?.content;
  const features = documentOf('features');
  const capacity = documentOf('capacity');
  const { commands, more: moreCommands } = await knownCommands(db, id, NEWEST);
  const { sessions, more: moreSessions } = await newestSessions(db, id);
  const computedAt = await lastComputed(db, now);
  const knownFrom = reads.find(({ resource }) => resource === 'sessions')?.known_from ?? null;
  return {
    id,
    reads: entityReads(reads, policy, now),
    locations: places,
    features: features === undefined ? null : fromJson(Features, features),
    capacity: capacity === undefined ? null : fromJson(BatteryCapacity, capacity),
    commands,
    moreCommands,
    openDispatches: await openDispatches(db, id),
    sessions,
    moreSessions,
    knownFrom: knownFrom === null ? null : isoInstant(knownFrom),
    sessionsComputedAt: computedAt === null ? null : isoInstant(computedAt),
    asOf: isoInstant(now),
  };
}
