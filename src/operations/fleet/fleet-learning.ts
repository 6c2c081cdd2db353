import type { Changed } from '../../contract/console/live.ts';
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
import { createLearnTogether } from './learn-together.ts';
import { renewPictures } from './picture/renew-pictures.ts';
import { deleteMember, storeMembers } from './members/member-store.ts';
import { deletePlace, writePlaces } from './places/place-store.ts';
import { quietOffboarded } from './offboarding/offboarded.ts';
import { enrol, holdRecord, isByRow, isOutdated } from './reads/mark-read.ts';
import { NEVER_MS, nextDue, nextTry } from './reads/next-due.ts';
import { storeDocument, storeSessions } from './reads/store-told.ts';
import { storeCommands } from './commands/store-commands.ts';
import { ToldRows, type ToldRow } from './reads/told-rows.ts';
import { RANK } from './reads/rank.ts';

/** When an answer was requested, in milliseconds since the epoch; null: it answered a change of this console. */
type AskedAt = number | null;

/**
 * Stores answers to operators, so that no other page shows older data. An answer requested before this console
 * changed the same thing is not stored.
 */
export interface FleetLearning {
  /** A page of an Entity's Locations. @param isWhole whether it is the whole list */
  onLocations(
    entityId: string,
    locations: readonly Location[],
    isWhole: boolean,
    askedAt: number,
  ): Promise<void>;
  /** An operator's deletion succeeded. */
  onLocationDeleted(entityId: string, locationId: string): Promise<void>;
  onFeatures(entityId: string, features: readonly Feature[], askedAt: AskedAt): Promise<void>;
  onCapacity(entityId: string, capacity: BatteryCapacity, askedAt: AskedAt): Promise<void>;
  /** Some of an Entity's charge sessions. */
  onSessions(entityId: string, sessions: readonly ChargeSession[], askedAt: number): Promise<void>;
  /** Some of an Entity's Commands. */
  onCommands(entityId: string, commands: readonly Command[], askedAt: number): Promise<void>;
  /** All Members of a Collective. */
  onMembers(collectiveId: string, members: readonly Member[], askedAt: number): Promise<void>;
  /** An operator's removal of a Member succeeded. */
  onMemberRemoved(collectiveId: string, memberId: string): Promise<void>;
  /** All types that can be onboarded. */
  onTypes(types: readonly EntityType[], askedAt: number): Promise<void>;
  /** A change got no answer: it may have happened, which the next read shows. */
  onDoubt(id: string, resource: ReadResource): Promise<void>;
  /**
   * The Service refused a read, which counts as failed from now on and is tried again soon.
   * @param id of the Entity or the Collective; empty for deployment resources
   */
  onRefused(id: string, resource: ReadResource, message: string): Promise<void>;
}

function toldRows<Row extends { id: string }>(rows: readonly Row[]): ToldRow<Row>[] {
  const found = new ToldRows<Row>();
  for (const row of rows) found.add(row, row);
  return found.all();
}

/**
 * Locks the record of a read. It keeps the time of a change, and when an answer stored as one was requested; data
 * of a Collective is found by its record, to be removed with it.
 */
async function recordOf(
  trx: Kysely<Store>,
  id: string,
  resource: ReadResource,
  askedAt: AskedAt,
  now: number,
) {
  const known = await holdRecord(trx, id, resource);
  if (known !== undefined || (askedAt !== null && isByRow(resource))) return known;
  await enrol(trx, [id], [resource], now);
  return holdRecord(trx, id, resource);
}

/** Learns from answers to operators. The caller logs what it throws. */
export function createFleetLearning(parts: {
  db: Kysely<Store>;
  clock: { now(): number };
  policy: FleetPolicy | null;
  /** Called after something was stored. @param changed what pages are told of */
  onStored(changed: Changed): void;
}): FleetLearning {
  const { db, clock, policy } = parts;
  const inTogether = createLearnTogether(db, clock, () => {
    parts.onStored({ fleet: null });
  });

  /** @param isWhole whether everything of the resource is known now */
  const learn = async (
    id: string,
    resource: ReadResource,
    isWhole: boolean,
    askedAt: AskedAt,
    store: (trx: Kysely<Store>, now: number) => Promise<void>,
  ) => {
    const now = clock.now();
    const due = { rank: RANK.policy, due_at: nextDue(policy, resource, now, null) };
    const read = { ...due, read_at: now, tried_at: now, tries: 0, message: null, partial: null };
    await inTogether(async (trx) => {
      const record = await recordOf(trx, id, resource, askedAt, now);
      const at = askedAt ?? now;
      if (at < (record?.changed_at ?? -Infinity) || isOutdated(record, resource, at)) return null;
      await store(trx, now);
      await trx
        .updateTable('fleet_reads')
        .where('entity_id', '=', id)
        .where('resource', '=', resource)
        // Without a hash the next read is compared with nothing, so it is stored.
        .set({
          hash: null,
          asked_at: at,
          ...(isWhole ? read : {}),
        })
        .execute();
      return { id, resource };
    });
  };

  const doubt = (id: string, resource: ReadResource) =>
    db.transaction().execute(async (trx) => {
      const now = clock.now();
      await enrol(trx, [id], [resource], now);
      await trx
        .updateTable('fleet_reads')
        .where('entity_id', '=', id)
        .where('resource', '=', resource)
        .set({ changed_at: now, due_at: now })
        .execute();
    });

  const refuse = async (id: string, resource: ReadResource, message: string) => {
    const now = clock.now();
    const due_at = policy === null ? NEVER_MS : nextTry(policy, resource, 1, now);
    const isNews = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('fleet_reads')
        .where('entity_id', '=', id)
        .where('resource', '=', resource)
        // Known failures keep their back-off; a read in progress or requested shows the same soon.
        .where('tries', '=', 0)
        .where('claimed_until', '<=', now)
        .where('rank', '<>', RANK.asked)
        .set({ tries: 1, message, tried_at: now, due_at })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await quietOffboarded(trx, [id]);
      if (KEPT_OF[resource] === 'entity') await renewPictures(trx, [id], now);
      return true;
    });
    if (isNews) parts.onStored({ fleet: null });
  };

  return {
    onLocations: (entityId, locations, isWhole, askedAt) =>
      learn(entityId, 'locations', isWhole, askedAt, (trx, now) =>
        writePlaces(trx, entityId, locations, isWhole, now),
      ),
    async onLocationDeleted(entityId, locationId) {
      let isGone = false;
      await learn(entityId, 'locations', false, null, async (trx) => {
        isGone = await deletePlace(trx, entityId, locationId);
      });
      // Older maps must be read again.
      if (isGone) parts.onStored({ places: null, locations: null });
    },
    onFeatures: (entityId, features, askedAt) =>
      learn(entityId, 'features', true, askedAt, (trx, now) =>
        storeDocument(trx, entityId, 'features', features, now),
      ),
    onCapacity: (entityId, capacity, askedAt) =>
      learn(entityId, 'capacity', true, askedAt, (trx, now) =>
        storeDocument(trx, entityId, 'capacity', capacity, now),
      ),
    onSessions: (entityId, sessions, askedAt) =>
      learn(entityId, 'sessions', false, askedAt, async (trx, now) => {
        await storeSessions(trx, entityId, toldRows(sessions), null, { askedAt, now });
      }),
    onCommands: (entityId, commands, askedAt) =>
      learn(entityId, 'commands', false, askedAt, (trx, now) =>
        storeCommands(trx, entityId, commands, { askedAt, now }),
      ),
    onMembers: (collectiveId, members, askedAt) =>
      learn(collectiveId, 'members', true, askedAt, (trx, now) =>
        storeMembers(trx, collectiveId, members, now),
      ),
    onMemberRemoved: (collectiveId, memberId) =>
      learn(collectiveId, 'members', false, null, (trx) =>
        deleteMember(trx, collectiveId, memberId),
      ),
    onTypes: (types, askedAt) =>
      learn('', 'types', true, askedAt, (trx, now) => storeDocument(trx, '', 'types', types, now)),
    onDoubt: doubt,
    onRefused: refuse,
  };
}
