import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NO_VALUE } from '../../contract/console/choices.ts';
import type { EntityFacets, EntityFilter, Facet } from '../../contract/console/directory-list.ts';
import { hasBattery } from '../../domain/capacity-types.ts';
import { silentFrom } from '../../domain/silent.ts';
import { keysOf } from '../../lib/objects.ts';
import type { Store } from '../../store/schema/schema.ts';
import { looksIntoRows, matches, without } from './entity-filter.ts';
import { tagsOf } from './record.ts';

/** Listed values of a facet; the rest is only counted. */
const VALUES_MAX = 50;

/** The filters whose values are counted together, and the columns of an index that begins with them. */
const COUNTED = {
  type: 'type',
  outcome: 'outcome',
  capacity: 'capacity_state',
  reads: 'reads_state',
} as const;
type Counted = keyof typeof COUNTED;
const NAMES = keysOf(COUNTED);

/** Something was read: then it shows too of what nothing was. */
const IS_READ = sql`(commands_at is not null or sessions_at is not null or capacity_at is not null
  or features_at is not null or places_at is not null)`;

const IS_TAGGED = sql<boolean>`tags <> '[]'`;

/** Columns of the list that may be empty for all, and when one is not; each is answered by an index. */
const FILLED: Readonly<Record<string, RawBuilder<boolean>>> = {
  tags: IS_TAGGED,
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

/** Entities with the same values of the counted filters. */
type Mix = Record<Counted | 'silent' | 'planned' | 'count', string | number>;

/** A device that cannot have a capacity lacks none: that filter looks at the type too. */
const mayLack = ({ type }: Mix) => type === NO_VALUE || hasBattery(String(type));

/** Counts the Entities of each mix, in the order of the index, so that nothing is sorted or read twice. */
async function mixesOf(db: Kysely<Store>, filter: EntityFilter, now: number): Promise<Mix[]> {
  const others = NAMES.reduce(without, filter);
  const rows = await db
    .selectFrom('entities')
    .where(matches(others, now, { byRow: looksIntoRows(others) }))
    .groupBy(Object.values(COUNTED))
    .select((row) => [
      'type',
      'outcome',
      'capacity_state as capacity',
      'reads_state as reads',
      row.fn.countAll<number | string>().as('count'),
      sql<number | string>`count(case when session_at <= ${silentFrom(now)} then 1 end)`.as(
        'silent',
      ),
      sql<number | string>`count(case when planned_at > ${now} then 1 end)`.as('planned'),
    ])
    .execute();
  await turn();
  return rows.map((row) => ({ ...row, type: row.type ?? NO_VALUE }));
}

/** Whether a mix has the values of the filters. @param but a filter that does not count */
function fits(mix: Mix, filter: EntityFilter, but?: Counted): boolean {
  return NAMES.every((name) => {
    const value = filter[name];
    if (name === but || value === undefined) return true;
    return mix[name] === value && (name !== 'capacity' || value !== NO_VALUE || mayLack(mix));
  });
}

function facetOfCounts(counts: ReadonlyMap<string, number>): Facet {
  const values = [...counts]
    .map(([value, count]) => ({ value, label: value, count }))
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return { values: values.slice(0, VALUES_MAX), distinct: values.length };
}

/** How many Entities each value of a filter would show, with the other filters unchanged. */
function facetOf(mixes: readonly Mix[], filter: EntityFilter, name: Counted): Facet {
  const counts = new Map<string, number>();
  for (const mix of mixes) {
    const value = String(mix[name]);
    if (!fits(mix, filter, name)) continue;
    if (name === 'capacity' && value === NO_VALUE && !mayLack(mix)) continue;
    counts.set(value, (counts.get(value) ?? 0) + Number(mix.count));
  }
  return facetOfCounts(counts);
}

/** The same of the brands, of which there are many. */
async function brandsOf(db: Kysely<Store>, filter: EntityFilter, now: number): Promise<Facet> {
  const others = without(filter, 'brand');
  // In the order of an index, unless other columns find fewer rows.
  const isAll = Object.values(others).every((value) => value === undefined);
  const brand = isAll ? sql<string | null>`brand` : sql<string | null>`coalesce(brand, null)`;
  const rows = await db
    .selectFrom('entities')
    .where(matches(others, now, { byRow: looksIntoRows(others) }))
    .groupBy(brand)
    .select((row) => [brand.as('brand'), row.fn.countAll<number | string>().as('count')])
    .execute();
  await turn();
  return facetOfCounts(new Map(rows.map((row) => [row.brand ?? NO_VALUE, Number(row.count)])));
}

/** What the listed Entities have in a column, by name. */
async function valuesOf(db: Kysely<Store>, column: 'source' | 'tags'): Promise<string[]> {
  const rows = await db
    .selectFrom('entities')
    .where('archived', '=', 0)
    // Found by an index of those that have some.
    .$if(column === 'tags', (tagged) => tagged.where(IS_TAGGED))
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
  const mixes = await mixesOf(db, filter, now);
  const sumOf = (of: 'count' | 'silent' | 'planned') =>
    mixes.reduce((sum, mix) => (fits(mix, filter) ? sum + Number(mix[of]) : sum), 0);
  const facet = (name: Counted) => facetOf(mixes, filter, name);
  return {
    total: sumOf('count'),
    type: facet('type'),
    brand: await brandsOf(db, filter, now),
    outcome: facet('outcome'),
    capacity: facet('capacity'),
    reads: facet('reads'),
    silent: sumOf('silent'),
    planned: sumOf('planned'),
    source: await valuesOf(db, 'source'),
    tag: await valuesOf(db, 'tags'),
    empty: await emptyColumns(db),
  };
}
