import type { Kysely } from 'kysely';
import type { EntityListQuery, EntityPage } from '../../contract/console/directory-list.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { looksIntoRows, matches } from './entity-filter.ts';
import { entityRecords } from './read-directory.ts';
import { chunks } from './write.ts';

const DEFAULT_LIMIT = 100;

/** Up to this many rows are found row by row and then sorted; more are read in index order. */
const SORTED_MAX = 20_000;

const ORDERS = {
  name: ['sort_name'],
  type: ['sort_type', 'sort_name'],
  brand: ['sort_brand', 'sort_name'],
  place: ['sort_place', 'sort_name'],
  known: ['known_at'],
} as const;

async function memberCount(db: Kysely<Store>, collectiveId: string | undefined): Promise<number> {
  if (collectiveId === undefined) return 0;
  const { count } = await db
    .selectFrom('memberships')
    .where('collective_id', '=', collectiveId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * A page of the list of Entities.
 * @param now milliseconds since the epoch
 */
export async function listEntities(
  db: Kysely<Store>,
  query: EntityListQuery,
  now: number,
): Promise<EntityPage> {
  const { sort = 'name', order = 'asc', offset = 0, limit = DEFAULT_LIMIT, ...filter } = query;
  const manyMembers = (await memberCount(db, filter.collective)) > SORTED_MAX;
  const { total } = await db
    .selectFrom('entities')
    .where(matches(filter, { byRow: looksIntoRows(filter), manyMembers }))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const byRow = total <= SORTED_MAX && looksIntoRows(filter);
  const way = { byRow, manyMembers };
  let chosen = db.selectFrom('entities').where(matches(filter, way)).select('id');
  for (const column of ORDERS[sort]) chosen = chosen.orderBy(column, order);
  const ids = (await chosen.orderBy('id', order).limit(limit).offset(offset).execute()).map(
    ({ id }) => id,
  );
  const place = new Map(ids.map((id, at) => [id, at]));
  const rows = [];
  for (const part of chunks(ids)) {
    rows.push(...(await db.selectFrom('entities').where('id', 'in', part).selectAll().execute()));
  }
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { entities: await entityRecords(db, rows), total, offset, asOf: isoInstant(now) };
}
