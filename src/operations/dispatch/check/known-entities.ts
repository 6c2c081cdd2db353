import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Command, CommandType } from '../../../contract/command.ts';
import type { FleetResource } from '../../../contract/console/choices.ts';
import { CAPTURE_CHARGE_SESSIONS, Feature } from '../../../contract/feature.ts';
import { z } from '../../../contract/zod.ts';
import { commandReason } from '../../../domain/command-reason.ts';
import {
  expectationsOf,
  NEWEST_OUTCOMES,
  type Expectation,
  type KnownEntity,
  type KnownOutcome,
} from '../../../domain/dispatch-forecast.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { byEntity } from '../../fleet/facts/by-entity.ts';
import { readCommands } from '../../fleet/commands/known-commands.ts';
import { newestOutcomes } from '../../fleet/commands/newest-outcomes.ts';

/** Entities that are read together; other requests have their turn in between. */
const TOGETHER = 50;

const Features = z.array(Feature);

function factsAndReach(db: Kysely<Store>, ids: readonly string[]) {
  return db
    .selectFrom('entities')
    .leftJoin('fleet_facts', 'fleet_facts.entity_id', 'entities.id')
    .where('entities.id', 'in', ids)
    .select([
      'entities.id',
      'entities.type',
      'entities.unreachable_status as status',
      'entities.unreachable_at as unreachableAt',
      'fleet_facts.commands_at as commandsAt',
      'fleet_facts.sessions_at as sessionsAt',
      'fleet_facts.features_at as featuresAt',
      'fleet_facts.session_at as sessionAt',
      'fleet_facts.seen_at as seenAt',
      'fleet_facts.capture',
    ])
    .execute();
}

/** Names of the features that are off, by Entity; session capture is a separate fact. */
async function featuresOff(db: Kysely<Store>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('fleet_documents')
    .where('entity_id', 'in', ids)
    .where('resource', '=', 'features' satisfies FleetResource)
    .where('content', 'like', '%false%')
    .select(['entity_id as id', 'content'])
    .execute();
  return new Map(
    rows.map(({ id, content }) => {
      const told: unknown = JSON.parse(content);
      const off = (Features.safeParse(told).data ?? []).filter(
        ({ feature, isEnabled }) => !isEnabled && feature !== CAPTURE_CHARGE_SESSIONS,
      );
      return [id, off.map(({ feature }) => feature)];
    }),
  );
}

/** All texts in which a device gives a reason. */
function wordsOf({ error, verification }: Command): string {
  const told = error ?? verification?.error ?? null;
  return [told?.title, told?.description].filter(Boolean).join(' ');
}

async function outcomesOf(db: Kysely<Store>, ids: readonly string[], types: readonly string[]) {
  const newest = byEntity(
    (await newestOutcomes(db, ids, types, NEWEST_OUTCOMES)).map((row) => ({
      ...row,
      entity_id: row.entityId,
    })),
  );
  // Only the newest of a type is quoted.
  const quoted = [...newest.values()].flatMap((rows) =>
    rows.filter(({ type }, at) => rows.findIndex((row) => row.type === type) === at),
  );
  const commands = await readCommands(db, quoted);
  return new Map(
    [...newest].map(([id, rows]) => [
      id,
      rows.map(({ id: commandId, type, verdict, at, dispatchId }): KnownOutcome => {
        const command = commands.get(commandId);
        const reason = command === undefined ? null : commandReason(command);
        const words = command === undefined ? '' : wordsOf(command);
        return { type, verdict, at, dispatchId, reason, words };
      }),
    ]),
  );
}

/**
 * The expectation for each Entity that gets Commands of these types, by what the store knows of it.
 * @param entityIds any number
 * @param now milliseconds since the epoch
 */
export async function expectationsFor(
  db: Kysely<Store>,
  policy: FleetPolicy,
  entityIds: readonly string[],
  types: readonly CommandType[],
  now: number,
): Promise<{ entityId: string; expectation: Expectation }[]> {
  const found: { entityId: string; expectation: Expectation }[] = [];
  const read = (resource: FleetResource, at: number | null) => ({
    at,
    isStale: at !== null && at < freshFrom(policy, resource, now),
  });
  for (const part of chunks(entityIds, TOGETHER)) {
    const outcomes = await outcomesOf(db, part, types);
    const off = await featuresOff(db, part);
    for (const { id, status, ...row } of await factsAndReach(db, part)) {
      const known: KnownEntity = {
        type: row.type,
        refused: status === null ? null : { status, at: row.unreachableAt },
        outcomes: outcomes.get(id) ?? [],
        sessionAt: row.sessionAt,
        seenAt: row.seenAt,
        featuresOff: off.get(id) ?? [],
        isCapturing: row.capture === null ? null : row.capture === 1,
        reads: {
          commands: read('commands', row.commandsAt),
          sessions: read('sessions', row.sessionsAt),
          features: read('features', row.featuresAt),
        },
      };
      for (const expectation of expectationsOf(known, types)) {
        found.push({ entityId: id, expectation });
      }
    }
    await turn();
  }
  return found;
}
