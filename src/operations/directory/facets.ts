import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NO_VALUE } from '../../contract/console/choices.ts';
import type { EntityFacets, EntityFilter, Facet } from '../../contract/console/directory-list.ts';
import type { Store } from '../../store/schema/schema.ts';
import { countMatches, looksIntoRows, matches, without } from './entity-filter.ts';
import { tagsOf } from './thing.ts';

/** Listed values of a facet; the rest is only counted. */
const VALUES_MAX = 50;

/** The filters whose values are counted, and their columns. */
const FACETS = {
  type: 'type',
  brand: 'brand',
  outcome: 'outcome',
  capacity: 'capacity_state',
  reads: 'reads_state',
} as const;

/** Something was read: then it shows too of what nothing was. */
const IS_READ = sql`(commands_at is not null or sessions_at is not null or capacity_at is not null
  or features_at is not null or places_at is not null)`;

/** Columns of the list that may be empty for all, and when one is not; each is answered by an index. */
const FILLED: Readonly<Record<string, RawBuilder<boolean>>> = {
  tags: sql`tags <> '[]'`,
  note: sql`note is not null`,
  place: sql`placed = 1`,
  seen: sql`sessions_at is not null`,
  planned: sql`planned_at is not null`,
  outcome: sql`(outcome not in (${sql.lit(NO_VALUE)}, 'never') or ${IS_READ})`,
  energy: sql`${IS_READ}`,
  capacity: sql`capacity_state = 'known'`,
  capture: sql`capture_state in ('on', 'off')`,
  reads: sql`reads_state <> 'fine'`,
};

async function countOf(db: Kysely<Store>, filter: EntityFilter, now: number): Promise<number> {
  const count = await countMatches(db, filter, now);
  await turn();
  return count;
}

/** How many Entities each value of a filter would show, with the other filters unchanged. */
async function facetOf(
  db: Kysely<Store>,
  filter: EntityFilter,
  name: keyof typeof FACETS,
  now: number,
): Promise<Facet> {
  const column = FACETS[name];
  const others = without(filter, name);
  const rows = await db
    .selectFrom('entities')
    .where(matches(others, now, { byRow: looksIntoRows(others) }))
    .groupBy(column)
    .select((row) => [column, row.fn.countAll<number>().as('count')])
    .execute();
  await turn();
  const values = [];
  for (const row of rows) {
    const value = row[column] ?? NO_VALUE;
    // A device that cannot have a capacity lacks none: that filter looks at the type too.
    const isNarrower = name === 'capacity' && value === NO_VALUE;
    const count = isNarrower
      ? await countOf(db, { ...filter, capacity: NO_VALUE }, now)
      : row.count;
    if (count > 0) values.push({ value, label: value, count });
  }
  values.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return { values: values.slice(0, VALUES_MAX), distinct: values.length };
}

/** What the listed Entities have in a column, by name. */
async function valuesOf(db: Kysely<Store>, column: 'source' | 'tags'): Promise<string[]> {
  const rows = await db
    .selectFrom('entities')
    .where('archived', '=', 0)
    .select(column)
    .distinct()
    .execute();
  await turn();
  const found = rows.flatMap((row) => {
    const text = row[column] ?? '';
    return column === 'tags' ? tagsOf(text) : [text];
  });
  return [...new Set(found)].toSorted();
}

/** The columns that would be empty for every listed Entity. */
async function emptyColumns(db: Kysely<Store>): Promise<string[]> {
  const empty = [];
  for (const [name, isFilled] of Object.entries(FILLED)) {
    const one = await db
      .selectFrom('entities')
      .where('archived', '=', 0)
      .where(isFilled)
      .select(sql.lit(1).as('one'))
      .limit(1)
      .execute();
    if (one.length === 0) empty.push(name);
    await turn();
  }
  return empty;
}

/**
 * What the filters of the list of Entities offer, and how many Entities their values would show.
 * @param now milliseconds since the epoch
 */
export async function countEntities(
  db: Kysely<Store>,
  filter: EntityFilter,
  now: number,
): Promise<EntityFacets> {
  const facet = (name: keyof typeof FACETS) => facetOf(db, filter, name, now);
  return {
    total: await countOf(db, filter, now),
    type: await facet('type'),
    brand: await facet('brand'),
    outcome: await facet('outcome'),
    capacity: await facet('capacity'),
    reads: await facet('reads'),
    silent: await countOf(db, { ...filter, silent: '1' }, now),
    planned: await countOf(db, { ...filter, planned: '1' }, now),
    source: await valuesOf(db, 'source'),
    tag: await valuesOf(db, 'tags'),
    empty: await emptyColumns(db),
  };
}
