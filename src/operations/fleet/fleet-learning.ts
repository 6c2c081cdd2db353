import type { Kysely } from 'kysely';
import type { BatteryCapacity } from '../../contract/battery-capacity.ts';
import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Command } from '../../contract/command.ts';
import type { FleetResource } from '../../contract/console/choices.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Location } from '../../contract/location.ts';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Store } from '../../store/schema/schema.ts';
import { noteChanged } from './fleet-version.ts';
import { deletePlace, writePlaces } from './places/place-store.ts';
import { RANK } from './reads/mark-read.ts';
import { nextDue } from './reads/next-due.ts';
import { storeCommands, storeDocument, storeSessions } from './reads/store-told.ts';
import { ToldRows, type ToldRow } from './reads/told-rows.ts';

/** What passes by on its way to an operator is stored, so that nothing on another page is older. */
export interface FleetLearning {
  /** A page of an Entity's Locations. @param isWhole whether it is all of them */
  onLocations(entityId: string, locations: readonly Location[], isWhole: boolean): Promise<void>;
  /** An operator's deletion succeeded. */
  onLocationDeleted(entityId: string, locationId: string): Promise<void>;
  onFeatures(entityId: string, features: readonly Feature[]): Promise<void>;
  onCapacity(entityId: string, capacity: BatteryCapacity): Promise<void>;
  /** Some of an Entity's charge sessions. */
  onSessions(entityId: string, sessions: readonly ChargeSession[]): Promise<void>;
  /** Some of an Entity's Commands. */
  onCommands(entityId: string, commands: readonly Command[]): Promise<void>;
}

function told<Row extends { id: string }>(rows: readonly Row[]): ToldRow<Row>[] {
  const found = new ToldRows<Row>();
  for (const row of rows) found.add(row, row);
  return found.all();
}

/** Learns from answers that pass by. What it throws is for the caller to log. */
export function createFleetLearning(parts: {
  db: Kysely<Store>;
  clock: { now(): number };
  policy: FleetPolicy | null;
  /** Told after something was stored. */
  onStored(): void;
}): FleetLearning {
  const { db, clock, policy } = parts;

  /** @param isWhole whether everything of the resource is known by now */
  const learn = async (
    entityId: string,
    resource: FleetResource,
    isWhole: boolean,
    store: (trx: Kysely<Store>, now: number) => Promise<void>,
  ) => {
    const now = clock.now();
    const due = { rank: RANK.policy, due_at: nextDue(policy, resource, now, null) };
    const read = { ...due, read_at: now, tried_at: now, tries: 0, message: null };
    await db.transaction().execute(async (trx) => {
      await store(trx, now);
      await trx
        .updateTable('fleet_reads')
        .where('entity_id', '=', entityId)
        .where('resource', '=', resource)
        // Without a hash the next read is compared with nothing, and stored.
        .set({ hash: null, ...(isWhole ? read : {}) })
        .execute();
      await noteChanged(trx, [entityId]);
    });
    parts.onStored();
  };

  return {
    onLocations: (entityId, locations, isWhole) =>
      learn(entityId, 'locations', isWhole, (trx, now) =>
        writePlaces(trx, entityId, locations, isWhole, now),
      ),
    onLocationDeleted: (entityId, locationId) =>
      learn(entityId, 'locations', false, (trx) => deletePlace(trx, entityId, locationId)),
    onFeatures: (entityId, features) =>
      learn(entityId, 'features', true, (trx, now) =>
        storeDocument(trx, entityId, 'features', features, now),
      ),
    onCapacity: (entityId, capacity) =>
      learn(entityId, 'capacity', true, (trx, now) =>
        storeDocument(trx, entityId, 'capacity', capacity, now),
      ),
    onSessions: (entityId, sessions) =>
      learn(entityId, 'sessions', false, (trx, now) =>
        storeSessions(trx, entityId, told(sessions), null, now),
      ),
    onCommands: (entityId, commands) =>
      learn(entityId, 'commands', false, (trx, now) =>
        storeCommands(trx, entityId, told(commands), now),
      ),
  };
}
