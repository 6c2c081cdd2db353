import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { MAP_STEPS, type PlaceFilter, type PlaceMap } from '../../contract/console/places.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../store/schema.ts';
import { lastOutcome, placeMatches } from './place-filter.ts';

/** Places that are read together; other requests have their turn in between. */
const CHUNK = 4000;

/** Values in the order of their first occurrence, counted. */
class Groups {
  readonly #at = new Map<string | null, number>();
  readonly #counts: number[] = [];

  /** The number of a value. @param max values beyond so many share the last number */
  add(name: string | null, max: number): number {
    let at = this.#at.get(name);
    if (at === undefined) {
      at = Math.min(this.#at.size, max);
      this.#at.set(name, at);
    }
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    return at;
  }

  all(): { name: string | null; count: number }[] {
    const groups: { name: string | null; count: number }[] = [];
    for (const [name, at] of this.#at) groups[at] ??= { name, count: this.#counts[at] ?? 0 };
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

async function nextPlaces(
  db: Kysely<Store>,
  filter: PlaceFilter,
  after: { entityId: string; id: string } | null,
  now: number,
) {
  let query = db
    .selectFrom('places')
    .innerJoin('entities', 'entities.id', 'places.entity_id')
    .where(placeMatches(filter));
  if (after !== null) {
    query = query
      .where('places.entity_id', '>=', after.entityId)
      .where((eb) =>
        eb.or([eb('places.entity_id', '>', after.entityId), eb('places.id', '>', after.id)]),
      );
  }
  return query
    .orderBy('places.entity_id')
    .orderBy('places.id')
    .limit(CHUNK)
    .select((eb) => [
      'places.entity_id',
      'places.id',
      'places.latitude',
      'places.longitude',
      'places.odd',
      'entities.type',
      lastOutcome(now)(eb),
    ])
    .execute();
}

/**
 * All places that match, as a map needs them. It is read in parts: a place that moves meanwhile may be
 * shown where it was.
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
  let odd = 0;
  let after: { entityId: string; id: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof nextPlaces>> = await nextPlaces(db, filter, after, now);
    for (const row of rows) {
      if (row.odd === 1) {
        odd += 1;
        continue;
      }
      points.push(Math.round(row.latitude * MAP_STEPS), Math.round(row.longitude * MAP_STEPS));
      typeOf.push(types.add(row.type, 0xffff));
      outcomeOf.push(outcomes.add(row.outcome, 0xff));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) break;
    after = { entityId: last.entity_id, id: last.id };
    await nextTurn();
  }
  return {
    count: typeOf.length,
    odd,
    types: types.all(),
    outcomes: outcomes.all(),
    points: base64(points, 4),
    typeOf: base64(typeOf, 2),
    outcomeOf: base64(outcomeOf, 1),
    asOf: isoInstant(now),
  };
}
