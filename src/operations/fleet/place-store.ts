import type { Kysely, Transaction } from 'kysely';
import type { Location } from '../../contract/location.ts';
import { validCoordinates } from '../../domain/coordinates.ts';
import { chunks } from '../directory/write.ts';
import type { PlaceRow, Store } from '../../store/schema/schema.ts';
import { nextVersion } from '../../store/version.ts';

/** What came of reading the Locations of one Entity. */
export interface EntityRead {
  entityId: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** All of its Locations, or why they could not be read, as the Service says. */
  result: { locations: readonly Location[] } | { message: string };
}

function rowOf(entityId: string, location: Location, at: number): PlaceRow {
  const { id, latitude, longitude, label } = location;
  return {
    entity_id: entityId,
    id,
    latitude,
    longitude,
    label,
    search: label?.toLowerCase() ?? '',
    odd: validCoordinates(latitude, longitude) ? 0 : 1,
    known_at: at,
  };
}

async function writePlaces(trx: Transaction<Store>, rows: readonly PlaceRow[]): Promise<void> {
  // One statement cannot write a row twice; the later one of two with the same id stands.
  const once = new Map(rows.map((row) => [`${row.entity_id} ${row.id}`, row]));
  for (const part of chunks([...once.values()])) {
    await trx
      .insertInto('places')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['entity_id', 'id']).doUpdateSet((row) => ({
          latitude: row.ref('excluded.latitude'),
          longitude: row.ref('excluded.longitude'),
          label: row.ref('excluded.label'),
          search: row.ref('excluded.search'),
          odd: row.ref('excluded.odd'),
          known_at: row.ref('excluded.known_at'),
        })),
      )
      .execute();
  }
}

/**
 * Stores what was read: the places of an Entity that was read are replaced, those of one that could not
 * be read are kept with their age.
 * @param reads each Entity at most once
 * @param gathering its requests since the last time are added to it
 */
export async function storeReads(
  db: Kysely<Store>,
  reads: readonly EntityRead[],
  gathering: { id: string; requests: number } | null = null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ids = reads.flatMap((read) => ('locations' in read.result ? [read.entityId] : []));
    for (const part of chunks(ids)) {
      await trx.deleteFrom('places').where('entity_id', 'in', part).execute();
    }
    const rows = reads.flatMap(({ entityId, at, result }) =>
      'locations' in result
        ? result.locations.map((location) => rowOf(entityId, location, at))
        : [],
    );
    await writePlaces(trx, rows);
    for (const part of chunks(reads)) {
      await trx
        .insertInto('place_reads')
        .values(
          part.map(({ entityId, at, result }) => ({
            entity_id: entityId,
            state: 'locations' in result ? 'read' : 'failed',
            words: 'message' in result ? result.message : null,
            at,
            read_at: 'locations' in result ? at : null,
            gathering_id: gathering?.id ?? null,
            waiting: 0,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('entity_id').doUpdateSet((row) => ({
            state: row.ref('excluded.state'),
            words: row.ref('excluded.words'),
            at: row.ref('excluded.at'),
            read_at: row.fn.coalesce('excluded.read_at', 'place_reads.read_at'),
            waiting: 0,
          })),
        )
        .execute();
    }
    if (gathering === null || gathering.requests === 0) return;
    await trx
      .updateTable('gatherings')
      .set((row) => ({ requests: row('requests', '+', gathering.requests) }))
      .where('id', '=', gathering.id)
      .execute();
  });
}

/** Name of the counter with the version at which a place was deleted last. */
const DELETED = 'place-deleted';

/** The version at which a place was deleted last, or 0: maps that are older must be read again. */
export async function lastPlaceDeletion(db: Kysely<Store>): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .where('name', '=', DELETED)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** What passes by on its way to an operator is taken over, so that no place is older than that. */
export interface PlaceLearning {
  /** A page of an Entity's Locations. @param whole whether it is all of them */
  onListed(entityId: string, locations: readonly Location[], whole: boolean): Promise<void>;
  /** An operator's deletion succeeded. */
  onDeleted(entityId: string, locationId: string): Promise<void>;
}

/** Learns from answers that pass by. What it throws is for the caller to log. */
export function createPlaceLearning(db: Kysely<Store>, clock: { now(): number }): PlaceLearning {
  return {
    async onListed(entityId, locations, whole) {
      const at = clock.now();
      if (whole) {
        await storeReads(db, [{ entityId, at, result: { locations } }]);
        return;
      }
      const rows = locations.map((location) => rowOf(entityId, location, at));
      await db.transaction().execute((trx) => writePlaces(trx, rows));
    },
    async onDeleted(entityId, locationId) {
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('places')
          .where('entity_id', '=', entityId)
          .where('id', '=', locationId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return;
        const value = await nextVersion(trx);
        await trx
          .insertInto('counters')
          .values({ name: DELETED, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
      });
    },
  };
}
