import type { Kysely } from 'kysely';
import type { PlaceListQuery, PlacePage } from '../../../contract/console/places.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { invalid } from '../../../http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lastVerdict } from '../picture/shown-picture.ts';
import { boxOf, placeMatches, within } from './place-filter.ts';

const DEFAULT_LIMIT = 100;

/**
 * A page of the list of places, by the names of their Entities.
 * @param now milliseconds since the epoch
 * @throws Failure 400 if a box has fewer than four sides
 */
export async function listPlaces(
  db: Kysely<Store>,
  query: PlaceListQuery,
  now: number,
): Promise<PlacePage> {
  const { offset = 0, limit = DEFAULT_LIMIT } = query;
  const box = boxOf(query);
  const sides = [query.south, query.west, query.north, query.east];
  if (box === null && sides.some((side) => side !== undefined)) {
    throw invalid('south', 'A box has four sides: south, west, north and east.');
  }
  let matching = db
    .selectFrom('places')
    .innerJoin('entities', 'entities.id', 'places.entity_id')
    .where(placeMatches(query));
  if (box !== null) matching = matching.where(within(box));
  if (query.odd !== undefined) matching = matching.where('places.odd', '=', 1);
  const { total, entities } = await matching
    .select((row) => [
      row.fn.countAll<number>().as('total'),
      row.fn.count<number>('places.entity_id').distinct().as('entities'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await matching
    .orderBy('entities.sort_name')
    .orderBy('entities.id')
    .orderBy('places.id')
    .limit(limit)
    .offset(offset)
    .select([
      'places.id',
      'places.label',
      'places.latitude',
      'places.longitude',
      'places.known_at',
      'entities.id as entity_id',
      'entities.name',
      'entities.type',
      'entities.outcome',
    ])
    .execute();
  return {
    places: rows.map((row) => ({
      id: row.id,
      label: row.label,
      latitude: row.latitude,
      longitude: row.longitude,
      entityId: row.entity_id,
      entityName: row.name,
      entityType: row.type,
      outcome: lastVerdict(row),
      knownAt: isoInstant(row.known_at),
    })),
    total,
    entities,
    offset,
    asOf: isoInstant(now),
  };
}
