import type { Kysely } from 'kysely';
import type {
  EntityFilter,
  EntityListQuery,
  EntityPage,
} from '../../contract/console/directory-list.ts';
import { FLEET_POLICY, type FleetPolicy } from '../../domain/fleet-policy.ts';
import { isoInstant } from '../../domain/instant.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { MISSING_KEY } from '../../store/sort-columns.ts';
import { shownPictures } from '../fleet/picture/shown-picture.ts';
import { countMatches, looksIntoRows, matches, type Way } from './entity-filter.ts';
import { countMembers, entityRecords } from './read-directory.ts';

const DEFAULT_LIMIT = 100;

/** Up to this many rows are found row by row and then sorted; more are read in index order. */
const SORTED_MAX = 20_000;

/** The first sort key; ties are sorted by name. */
const ORDERS = {
  name: 'sort_name',
  type: 'sort_type',
  brand: 'sort_brand',
  place: 'sort_place',
  known: 'known_at',
  outcome: 'sort_outcome',
  seen: 'sort_seen',
  energy: 'sort_energy',
  capacity: 'sort_capacity',
} as const;

interface Wanted {
  filter: EntityFilter;
  /** Milliseconds since the epoch. */
  now: number;
  way: Way;
}

interface Order {
  column: (typeof ORDERS)[keyof typeof ORDERS];
  order: 'asc' | 'desc';
}

/** The rows of a filter in an order. @param part only those with a value, or without one */
function sorted(
  db: Kysely<Store>,
  { filter, now, way }: Wanted,
  { column, order }: Order,
  part: 'all' | 'known' | 'missing' = 'all',
) {
  const ref = `entities.${column}` as const;
  let rows = db
    .selectFrom('entities')
    .where(matches(filter, now, way))
    .orderBy(ref, order);
  if (part === 'known') rows = rows.where(ref, '<', MISSING_KEY);
  if (part === 'missing') rows = rows.where(ref, '=', MISSING_KEY);
  if (column !== 'sort_name' && column !== 'known_at') rows = rows.orderBy('sort_name', order);
  return rows.orderBy('id', order);
}

/** Ids of a page; rows without a value come last in both orders. */
async function idsOf(
  db: Kysely<Store>,
  wanted: Wanted,
  by: Order,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
  const page = async (part: 'all' | 'known' | 'missing', from: number, most: number) =>
    (await sorted(db, wanted, by, part).offset(from).limit(most).select('id').execute()).map(
      ({ id }) => id,
    );
  // Ascending, the index has them last; descending they are read separately.
  if (by.order === 'asc' || by.column === 'known_at') return page('all', offset, limit);
  const ids = await page('known', offset, limit);
  if (ids.length === limit) return ids;
  const { known } = await db
    .selectFrom('entities')
    .where(matches(wanted.filter, wanted.now, wanted.way))
    .where(`entities.${by.column}`, '<', MISSING_KEY)
    .select((row) => row.fn.countAll<number>().as('known'))
    .executeTakeFirstOrThrow();
  const rest = await page('missing', Math.max(0, offset - known), limit - ids.length);
  return [...ids, ...rest];
}

/**
 * A page of the list of Entities.
 * @param now milliseconds since the epoch
 * @param policy decides when data counts as stale
 */
export async function listEntities(
  db: Kysely<Store>,
  query: EntityListQuery,
  now: number,
  policy: FleetPolicy = FLEET_POLICY,
): Promise<EntityPage> {
  const { sort = 'name', order = 'asc', offset = 0, limit = DEFAULT_LIMIT, ...filter } = query;
  const { collective } = filter;
  const manyMembers = collective !== undefined && (await countMembers(db, collective)) > SORTED_MAX;
  const total = await countMatches(db, filter, now, { manyMembers });
  const byRow = total <= SORTED_MAX && looksIntoRows(filter);
  const by = { column: ORDERS[sort], order };
  const ids = await idsOf(db, { filter, now, way: { byRow, manyMembers } }, by, { offset, limit });
  const place = new Map(ids.map((id, at) => [id, at]));
  const rows = [];
  for (const part of chunks(ids)) {
    rows.push(...(await db.selectFrom('entities').where('id', 'in', part).selectAll().execute()));
  }
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const records = await entityRecords(db, rows);
  const facts = await shownPictures(db, rows, policy, now);
  return {
    entities: records.map((record) => ({ ...record, facts: facts.get(record.id) ?? null })),
    total,
    offset,
    asOf: isoInstant(now),
  };
}
