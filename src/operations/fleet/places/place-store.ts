import type { Kysely } from 'kysely';
import type { Location } from '../../../contract/location.ts';
import { validCoordinates } from '../../../domain/places.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { chunks } from '../../../store/chunks.ts';
import type { PlaceRow, Store } from '../../../store/schema/schema.ts';

function rowOf(entityId: string, location: Location, at: number): PlaceRow {
  const { id, latitude, longitude } = location;
  const label = foreignName(location.label);
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

/**
 * Stores Locations of an Entity.
 * @param isWhole whether this is the whole list: others are then removed
 * @param at when they were read, in milliseconds since the epoch
 */
export async function writePlaces(
  trx: Kysely<Store>,
  entityId: string,
  locations: readonly Location[],
  isWhole: boolean,
  at: number,
): Promise<void> {
  if (isWhole) await trx.deleteFrom('places').where('entity_id', '=', entityId).execute();
  // One statement cannot write a row twice; of two with the same id the later one counts.
  const once = new Map(locations.map((each) => [each.id, rowOf(entityId, each, at)]));
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

/** Removes a Location that an operator deleted. @returns whether it was known */
export async function deletePlace(
  trx: Kysely<Store>,
  entityId: string,
  locationId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('places')
    .where('entity_id', '=', entityId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
