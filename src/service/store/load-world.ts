import { instantMs } from '../../domain/instant.ts';
import { isSettled } from '../../domain/command-status.ts';
import { secretHash } from '../auth/secrets.ts';
import { OFFBOARDING_TAKES_MS } from '../devices/offboarding-step.ts';
import type { World } from '../worlds/world-schema.ts';
import type { WorldSlice } from '../worlds/world-slice.ts';
import { insertAll } from './insert-all.ts';
import type { Store } from './store.ts';

const NOTHING: World = {
  lives: false,
  organisations: [],
  clients: [],
  collectives: [],
  entities: [],
  locations: [],
  chargeSessions: [],
  commands: [],
  offboardingRequests: [],
};

/**
 * Writes a part of a world into a store that is being filled.
 * @param nowMs simulated now; unfinished parts of the world continue from here
 */
export async function loadSlice(trx: Store, slice: WorldSlice, nowMs: number): Promise<void> {
  const world = { ...NOTHING, ...slice };
  await insertAll(trx, 'organisation', world.organisations);
  await insertAll(
    trx,
    'client',
    world.clients.map((client) => ({
      client_id: client.clientId,
      secret_hash: secretHash(client.clientSecret),
      organisation_id: client.organisationId,
    })),
  );
  await loadEntities(trx, world);
  await loadCollectives(trx, world);
  await loadRecords(trx, world, nowMs);
}

async function loadEntities(trx: Store, world: World): Promise<void> {
  const counts = new Map<string, number>();
  for (const { entityId } of world.commands) {
    counts.set(entityId, (counts.get(entityId) ?? 0) + 1);
  }
  await insertAll(
    trx,
    'entity',
    world.entities.map((entity) => ({
      id: entity.id,
      organisation_id: entity.organisationId,
      type: entity.type,
      brand: entity.brand,
      name: entity.name,
      battery_capacity: entity.batteryCapacity,
      behaviour: entity.behaviour,
      commands: counts.get(entity.id) ?? 0,
      offboarded: entity.offboarded ? 1 : 0,
    })),
  );
  await insertAll(
    trx,
    'entity_share',
    world.entities.flatMap((entity) =>
      entity.sharedWith.map((id) => ({ entity_id: entity.id, organisation_id: id })),
    ),
  );
  await insertAll(
    trx,
    'feature',
    world.entities.flatMap((entity) =>
      entity.features.map(({ feature, isEnabled }) => ({
        entity_id: entity.id,
        feature,
        enabled: isEnabled ? 1 : 0,
      })),
    ),
  );
  await insertAll(
    trx,
    'location',
    world.locations.map(({ entityId, ...location }) => ({ entity_id: entityId, ...location })),
  );
}

async function loadCollectives(trx: Store, world: World): Promise<void> {
  await insertAll(
    trx,
    'collective',
    world.collectives.map((collective) => ({
      id: collective.id,
      name: collective.name,
      type: collective.type,
      owner: collective.owner,
      organisation_id: collective.organisationId,
      properties:
        collective.properties === undefined ? null : JSON.stringify(collective.properties),
      batches: 0,
    })),
  );
  await insertAll(
    trx,
    'collective_share',
    world.collectives.flatMap((collective) =>
      collective.sharedWith.map((id) => ({ collective_id: collective.id, organisation_id: id })),
    ),
  );
  await insertAll(
    trx,
    'member',
    world.collectives.flatMap((collective) =>
      collective.members.map((member) => ({
        collective_id: collective.id,
        id: member.id,
        name: member.name,
        email_address: member.emailAddress,
      })),
    ),
  );
  await insertAll(
    trx,
    'collective_entity',
    world.collectives.flatMap((collective) => {
      const cameWith = new Map(
        collective.members.flatMap((member) => member.entities.map((id) => [id, member.id])),
      );
      return collective.entities.map((id) => ({
        collective_id: collective.id,
        entity_id: id,
        member_id: cameWith.get(id) ?? null,
      }));
    }),
  );
}

async function loadRecords(trx: Store, world: World, nowMs: number): Promise<void> {
  await insertAll(
    trx,
    'charge_session',
    world.chargeSessions.map((session) => ({
      id: session.id,
      entity_id: session.entityId,
      start_ms: instantMs(session.data.start) ?? nowMs,
      created: session.created,
      data: JSON.stringify(session.data),
    })),
  );
  const ordinals = new Map<string, number>();
  await insertAll(
    trx,
    'command',
    world.commands.map((command) => {
      const ordinal = (ordinals.get(command.entityId) ?? 0) + 1;
      ordinals.set(command.entityId, ordinal);
      const triggerMs = instantMs(command.triggerTime) ?? nowMs;
      return {
        id: command.id,
        entity_id: command.entityId,
        batch_id: null,
        ordinal,
        type: command.type,
        value: command.value,
        trigger_ms: triggerMs,
        ignore_cooldown: 0,
        status: command.status,
        error: command.error === null ? null : JSON.stringify(command.error),
        verification: command.verification === null ? null : JSON.stringify(command.verification),
        due_ms: isSettled(command) ? null : Math.max(triggerMs, nowMs),
      };
    }),
  );
  await insertAll(
    trx,
    'offboarding_request',
    world.offboardingRequests.map((request) => ({
      id: request.id,
      entity_id: request.data.id,
      principal_id: request.principalId,
      status: request.status,
      components: JSON.stringify(request.data.components),
      due_ms: request.status === 'Pending' ? nowMs + OFFBOARDING_TAKES_MS : null,
    })),
  );
}
