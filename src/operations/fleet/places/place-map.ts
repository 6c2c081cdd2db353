import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type SqlBool } from 'kysely';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { MAP_STEPS, type PlaceFilter, type PlaceMap } from '../../../contract/console/places.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lastVerdict } from '../picture/shown-picture.ts';

/** Places that are read together; other requests have their turn in between. */
const CHUNK = 4000;
/** Entities of a Collective that are looked up together. */
const MEMBERS = 500;

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

/** A part of the places, in the order of their Entities. */
interface Part {
  places: { entity_id: string; latitude: number; longitude: number; odd: number; search: string }[];
  /** The last Entity of the part, whose places are all in it; null: there are no more. */
  last: string | null;
}

/** The columns of a part. The texts, most of its bytes, are read only for a search. */
function placesOf(db: Kysely<Store>, { q }: PlaceFilter) {
  const search = searchTerms(q).length > 0 ? sql.ref<string>('search') : sql.lit('');
  return db
    .selectFrom('places')
    .orderBy('entity_id')
    .select(['entity_id', 'latitude', 'longitude', 'odd', search.as('search')]);
}

/** The next places of all; an Entity's places stay together. */
async function nextOfAll(db: Kysely<Store>, filter: PlaceFilter, after: string): Promise<Part> {
  const read = placesOf(db, filter);
  const places = await read.where('entity_id', '>', after).limit(CHUNK).execute();
  const last = places.at(-1)?.entity_id;
  if (last === undefined || places.length < CHUNK) return { places, last: null };
  const whole = places.filter((place) => place.entity_id !== last);
  const rest = await read.where('entity_id', '=', last).execute();
  return { places: [...whole, ...rest], last };
}

/** The next places of the Entities of a Collective. */
async function nextOfCollective(
  db: Kysely<Store>,
  filter: PlaceFilter,
  collective: string,
  after: string,
): Promise<Part> {
  const members = await db
    .selectFrom('memberships')
    .where('collective_id', '=', collective)
    .where('entity_id', '>', after)
    .orderBy('entity_id')
    .limit(MEMBERS)
    .select('entity_id')
    .execute();
  const last = members.length < MEMBERS ? null : (members.at(-1)?.entity_id ?? null);
  if (members.length === 0) return { places: [], last };
  const ids = members.map((member) => member.entity_id);
  const places = await placesOf(db, filter).where('entity_id', 'in', ids).execute();
  return { places, last };
}

/** Type, text and last outcome of the Entities of a part that are not archived. */
async function entitiesOf(db: Kysely<Store>, part: Part, filter: PlaceFilter) {
  const ids = [...new Set(part.places.map((place) => place.entity_id))];
  const wanted = db.selectFrom('entities');
  const search = searchTerms(filter.q).length > 0 ? sql.ref<string>('search') : sql.lit('');
  const rows = await (
    filter.collective !== undefined
      ? // They are scattered among all Entities.
        wanted.where('id', 'in', ids)
      : wanted.where('id', '>=', ids[0] ?? '').where('id', '<=', ids.at(-1) ?? '')
  )
    // By id: with the index of archived Entities, each part would scan all of them.
    .where((row) => sql<SqlBool>`${row.ref('archived')} + 0 = 0`)
    .select(['id', 'type', search.as('search'), 'outcome'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a place matches the terms and the type of a filter, by the same condition as the list. */
function fits(
  { q, type }: PlaceFilter,
  place: { search: string },
  entity: { id: string; type: string | null; search: string },
): boolean {
  if (type !== undefined && entity.type !== (type === NO_VALUE ? null : type)) return false;
  // No term contains a line break, so none matches across the two.
  return hasTerms(`${entity.search}\n${place.search}`, searchTerms(q), entity.id);
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
  let after = '';
  for (;;) {
    const part =
      filter.collective === undefined
        ? await nextOfAll(db, filter, after)
        : await nextOfCollective(db, filter, filter.collective, after);
    const entities = await entitiesOf(db, part, filter);
    for (const place of part.places) {
      const entity = entities.get(place.entity_id);
      if (entity === undefined || !fits(filter, place, entity)) continue;
      if (place.odd === 1) {
        odd += 1;
        continue;
      }
      points.push(Math.round(place.latitude * MAP_STEPS), Math.round(place.longitude * MAP_STEPS));
      const starts = entity.id !== before;
      before = entity.id;
      startOf.push(starts ? 1 : 0);
      typeOf.push(types.add(entity.type, starts, 0xffff));
      outcomeOf.push(outcomes.add(lastVerdict(entity), starts, 0xff));
    }
    if (part.last === null) break;
    after = part.last;
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
