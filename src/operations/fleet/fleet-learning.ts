import type { Kysely } from 'kysely';
import type { BatteryCapacity } from '../../contract/battery-capacity.ts';
import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Member } from '../../contract/collective.ts';
import type { Command } from '../../contract/command.ts';
import type { ReadResource } from '../../contract/console/choices.ts';
import type { EntityType } from '../../contract/entity-type.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Location } from '../../contract/location.ts';
import { KEPT_OF, type FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Store } from '../../store/schema/schema.ts';
import { noteChanged, raiseFleet } from './fleet-version.ts';
import { deleteMember, storeMembers } from './members/member-store.ts';
import { deletePlace, writePlaces } from './places/place-store.ts';
import { RANK, enrol } from './reads/mark-read.ts';
import { NEVER_MS, nextDue, nextTry } from './reads/next-due.ts';
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
  /** All Members of a Collective. */
  onMembers(collectiveId: string, members: readonly Member[]): Promise<void>;
  /** An operator's removal of a Member succeeded. */
  onMemberRemoved(collectiveId: string, memberId: string): Promise<void>;
  /** All types that can be onboarded. */
  onTypes(types: readonly EntityType[]): Promise<void>;
  /**
   * The Service refused a read, which counts as failed from now on and is tried again soon.
   * @param id of the Entity or the Collective; empty for what there is once
   */
  onRefused(id: string, resource: ReadResource, message: string): Promise<void>;
}

function toldRows<Row extends { id: string }>(rows: readonly Row[]): ToldRow<Row>[] {
  const found = new ToldRows<Row>();
  for (const row of rows) found.add(row, row);
  return found.all();
}
/** Tells pages, and lists of Entities, that something of it is known. */
const told = (trx: Kysely<Store>, id: string, resource: ReadResource) =>
  KEPT_OF[resource] === 'entity' ? noteChanged(trx, [id]) : raiseFleet(trx);

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
    id: string,
    resource: ReadResource,
    isWhole: boolean,
    store: (trx: Kysely<Store>, now: number) => Promise<void>,
  ) => {
    const now = clock.now();
    const due = { rank: RANK.policy, due_at: nextDue(policy, resource, now, null) };
    const read = { ...due, read_at: now, tried_at: now, tries: 0, message: null };
    await db.transaction().execute(async (trx) => {
      await store(trx, now);
      // What is stored of a Collective is found by its record, to be removed with it.
      if (KEPT_OF[resource] !== 'entity') await enrol(trx, [id], [resource], now);
      await trx
        .updateTable('fleet_reads')
        .where('entity_id', '=', id)
        .where('resource', '=', resource)
        // Without a hash the next read is compared with nothing, and stored.
        .set({ hash: null, ...(isWhole ? read : {}) })
        .execute();
      await told(trx, id, resource);
    });
    parts.onStored();
  };

  const refuse = async (id: string, resource: ReadResource, message: string) => {
    const now = clock.now();
    const due_at = policy === null ? NEVER_MS : nextTry(policy, resource, 1, now);
    const isNews = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('fleet_reads')
        .where('entity_id', '=', id)
        .where('resource', '=', resource)
        // Known failures keep their back-off, and what is being read or asked for tells the same soon.
        .where('tries', '=', 0)
        .where('claimed_until', '<=', now)
        .where('rank', '<>', RANK.asked)
        .set({ tries: 1, message, tried_at: now, due_at })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await told(trx, id, resource);
      return true;
    });
    if (isNews) parts.onStored();
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
        storeSessions(trx, entityId, toldRows(sessions), null, now),
      ),
    onCommands: (entityId, commands) =>
      learn(entityId, 'commands', false, (trx, now) =>
        storeCommands(trx, entityId, toldRows(commands), now),
      ),
    onMembers: (collectiveId, members) =>
      learn(collectiveId, 'members', true, (trx, now) =>
        storeMembers(trx, collectiveId, members, now),
      ),
    onMemberRemoved: (collectiveId, memberId) =>
      learn(collectiveId, 'members', false, (trx) => deleteMember(trx, collectiveId, memberId)),
    onTypes: (types) =>
      learn('', 'types', true, (trx, now) => storeDocument(trx, '', 'types', types, now)),
    onRefused: refuse,
  };
}
