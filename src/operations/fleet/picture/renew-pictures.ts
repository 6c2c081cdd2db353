import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { FLEET_RESOURCES, type ReadResource } from '../../../contract/console/choices.ts';
import { chunks } from '../../../store/chunks.ts';
import { hasRowLocks } from '../../../store/dialect/row-locks.ts';
import type { PictureColumns } from '../../../store/schema/picture-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { updateRow } from '../../../store/insert-rows.ts';
import { renewSessionDays, siteZone } from '../../../store/session-days.ts';
import { dispatchesDue, takeDue } from '../../dispatch/due-work.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { computePictures, type PicturedEntity } from './picture.ts';

/** Pictures that are made together; other requests have their turn in between. */
const TOGETHER = 25;
/** Dispatches whose Entities are renewed in one transaction. */
const DISPATCHES = 5;

type Held = Awaited<ReturnType<typeof hold>>[number];

/**
 * Locks Entities in the order of their ids. Who renews a picture sees what every other transaction that did so
 * before has stored: on PostgreSQL two that change parts of one Entity would otherwise each miss the other's.
 */
function hold(trx: Kysely<Store>, ids: readonly string[]) {
  const rows = trx.selectFrom('entities').where('id', 'in', ids).orderBy('id').selectAll();
  return (hasRowLocks(trx) ? rows.forUpdate() : rows).execute();
}

/** When each resource was read, in the picture; older sessions are not in it. */
const READ_AT = {
  locations: 'places_at',
  commands: 'commands_at',
  features: 'features_at',
  capacity: 'capacity_at',
  sessions: 'sessions_at',
} as const satisfies Partial<Record<ReadResource, keyof PictureColumns>>;

/**
 * Notes in the pictures that reads brought nothing new: all else in them stays.
 * @param reads Entities by the resource that was read
 * @param others Entities that the transaction renews afterwards: all are locked in one order
 * @param now milliseconds since the epoch
 */
export async function noteSame(
  trx: Kysely<Store>,
  reads: ReadonlyMap<ReadResource, readonly string[]>,
  others: Iterable<string>,
  now: number,
): Promise<void> {
  const ids = [...new Set([...[...reads.values()].flat(), ...others])].toSorted();
  if (hasRowLocks(trx)) for (const part of chunks(ids)) await hold(trx, part);
  for (const resource of FLEET_RESOURCES) {
    if (resource === 'history') continue;
    for (const part of chunks(reads.get(resource) ?? [])) {
      await trx
        .updateTable('entities')
        .where('id', 'in', part)
        .set({ [READ_AT[resource]]: now })
        .execute();
    }
  }
}

/** What to change in the row of an Entity; without a typed place, that of its Locations counts. */
function changesOf(held: Held, picture: PictureColumns): Partial<Held> {
  const typed = held.place !== null;
  const wanted = {
    ...picture,
    sort_place: typed ? held.sort_place : picture.located,
    placed: typed || picture.location !== null ? 1 : 0,
  };
  const before = new Map(Object.entries(held));
  return Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => before.get(column) !== value),
  );
}

/** Entities with their places and the zone of these; where it is another one, their sessions are of other days. */
async function withPlaces(trx: Kysely<Store>, held: readonly Held[]): Promise<PicturedEntity[]> {
  const ids = held.map(({ id }) => id);
  const rows = trx.selectFrom('places').where('entity_id', 'in', ids).orderBy('id').selectAll();
  const placesOf = groupBy(ids.length === 0 ? [] : await rows.execute(), (row) => row.entity_id);
  const found: PicturedEntity[] = [];
  for (const { id, type, zone: before, offboarded_at } of held) {
    const places = placesOf.get(id) ?? [];
    const zone = siteZone(places);
    if (zone !== before) await renewSessionDays(trx, { id, type, zone }, null);
    found.push({ id, offboarded_at, zone, places });
  }
  return found;
}

/**
 * Renews the pictures of Entities, in the transaction that changes what they are made of, after it has.
 * Entities that the directory does not have are left out.
 * @param now milliseconds since the epoch
 */
export async function renewPictures(
  trx: Kysely<Store>,
  ids: Iterable<string>,
  now: number,
): Promise<void> {
  for (const [at, part] of chunks([...new Set(ids)].toSorted(), TOGETHER).entries()) {
    if (at > 0) await turn();
    const held = await hold(trx, part);
    const pictures = await computePictures(trx, await withPlaces(trx, held), now);
    for (const row of held) {
      const picture = pictures.get(row.id);
      const changes = picture === undefined ? {} : changesOf(row, picture);
      if (Object.keys(changes).length === 0) continue;
      await updateRow(trx, 'entities', ['id', row.id], changes);
    }
  }
}

/** Entities that dispatches reached: noted with a dispatch by one row, renewed by this soon after. */
async function reachedBy(trx: Kysely<Store>, dispatchIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('sent_commands')
    .where('dispatch_id', 'in', dispatchIds)
    .select('entity_id')
    .distinct()
    .execute();
  return rows.map((row) => row.entity_id);
}

async function renewDispatched(trx: Transaction<Store>, now: number): Promise<number> {
  const ids = await dispatchesDue(trx, 'pictures', DISPATCHES);
  if (ids.length === 0) return 0;
  await takeDue(trx, 'pictures', ids);
  await renewPictures(trx, await reachedBy(trx, ids), now);
  return ids.length;
}

/** Entities of which a later Command is due by now, so that it is the last one, or whose 30 days are others now. */
async function renewBegun(trx: Transaction<Store>, now: number): Promise<number> {
  const ids: string[] = [];
  for (const due of ['next_due_at', 'energy_due'] as const) {
    const rows = await trx
      .selectFrom('entities')
      .where(due, '<=', now)
      .orderBy(due)
      .limit(TOGETHER)
      .select('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  await renewPictures(trx, ids, now);
  return ids.length;
}

/**
 * Renews pictures that no read renews: those of the Entities that a dispatch has reached, those with a Command that
 * has become due, and those whose energy of 30 days has changed since it is another day.
 * @param now milliseconds since the epoch
 * @returns how much was done; 0: nothing is left
 */
export function renewDue(db: Kysely<Store>, now: number): Promise<number> {
  return db
    .transaction()
    .execute(async (trx) => (await renewDispatched(trx, now)) + (await renewBegun(trx, now)));
}
