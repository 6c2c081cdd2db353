import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { MAP_STEPS, type PlaceFilter, type PlaceMap } from '../../../contract/console/places.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lastVerdict } from '../picture/shown-picture.ts';
import { placeMatches } from './place-filter.ts';

/** Places that are read together; other requests have their turn in between. */
const CHUNK = 2000;

/** Values in the order of their first occurrence, counted. */
class Groups {
  readonly #at = new Map<string | null, number>();
  readonly #counts: number[] = [];
  readonly #entities: number[] = [];

  /**
   * The number of a value.
   * @param starts whether it is the first place of an Entity
   * @param max further values share the last number
   */
  add(name: string | null, starts: boolean, max: number): number {
    let at = this.#at.get(name);
    if (at === undefined) {
      at = Math.min(this.#at.size, max);
      this.#at.set(name, at);
    }
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#entities[at] = (this.#entities[at] ?? 0) + (starts ? 1 : 0);
    return at;
  }

  all(): PlaceMap['types'] {
    const groups: PlaceMap['types'] = [];
    for (const [name, at] of this.#at) {
      const [count = 0, entities = 0] = [this.#counts[at], this.#entities[at]];
      groups[at] ??= { name, count, entities };
    }
    return groups;
  }
}

/** Whole numbers as their bytes, little-endian, in base64. */
function base64(numbers: readonly number[], bytes: 1 | 2 | 4): string {
  const buffer = Buffer.allocUnsafe(numbers.length * bytes);
  for (const [at, value] of numbers.entries()) {
    if (bytes === 4) buffer.writeInt32LE(value, at * 4);
    else buffer.writeUIntLE(value, at * bytes, bytes);
  }
  return buffer.toString('base64');
}

/** The Entity with which the next part ends, whose places are all in it; null: it is the last part. */
async function endOfPart(db: Kysely<Store>, after: string): Promise<string | null> {
  const row = await db
    .selectFrom('places')
    .where('entity_id', '>', after)
    .orderBy('entity_id')
    .offset(CHUNK - 1)
    .limit(1)
    .select('entity_id')
    .executeTakeFirst();
  return row?.entity_id ?? null;
}

/** The places of a part that match, in the order of their Entities. */
function placesIn(db: Kysely<Store>, filter: PlaceFilter, after: string, end: string | null) {
  return (
    db
      .selectFrom('places')
      // SQLite must be told to go through the places in order.
      .crossJoin('entities')
      .whereRef('entities.id', '=', 'places.entity_id')
      .where('places.entity_id', '>', after)
      .$if(end !== null, (part) => part.where('places.entity_id', '<=', end ?? ''))
      .where(placeMatches(filter, { byRow: true }))
      .orderBy('places.entity_id')
      .select([
        'places.entity_id',
        'places.latitude',
        'places.longitude',
        'places.odd',
        'entities.type',
        'entities.outcome',
      ])
      .execute()
  );
}

/**
 * All places that match, in the form of the map. They are read in parts: a place that moves meanwhile may be
 * shown at its old position.
 * @param now milliseconds since the epoch
 */
export async function readPlaceMap(
  db: Kysely<Store>,
  filter: PlaceFilter,
  now: number,
): Promise<PlaceMap> {
  const types = new Groups();
  const outcomes = new Groups();
  const points: number[] = [];
  const typeOf: number[] = [];
  const outcomeOf: number[] = [];
  const startOf: number[] = [];
  let before = '';
  let odd = 0;
  let after: string | null = '';
  while (after !== null) {
    const end = await endOfPart(db, after);
    for (const place of await placesIn(db, filter, after, end)) {
      if (place.odd === 1) {
        odd += 1;
        continue;
      }
      points.push(Math.round(place.latitude * MAP_STEPS), Math.round(place.longitude * MAP_STEPS));
      const starts = place.entity_id !== before;
      before = place.entity_id;
      startOf.push(starts ? 1 : 0);
      typeOf.push(types.add(place.type, starts, 0xffff));
      outcomeOf.push(outcomes.add(lastVerdict(place), starts, 0xff));
    }
    after = end;
    await nextTurn();
  }
  return {
    count: typeOf.length,
    entities: startOf.reduce((sum, start) => sum + start, 0),
    odd,
    types: types.all(),
    outcomes: outcomes.all(),
    points: base64(points, 4),
    typeOf: base64(typeOf, 2),
    outcomeOf: base64(outcomeOf, 1),
    startOf: base64(startOf, 1),
    asOf: isoInstant(now),
  };
}
