import type { Kysely } from 'kysely';
import { NO_VALUE } from '../../contract/console/choices.ts';
import type { EntityFacets, EntityFilter, Facet } from '../../contract/console/directory-list.ts';
import type { Store } from '../../store/schema/schema.ts';
import { tagsOf } from './thing.ts';
import { COLUMN_FILTERS, looksIntoRows, matches, without } from './entity-filter.ts';

/** Listed values of a facet; the rest is only counted. */
const VALUES_MAX = 50;
/** Up to this many rows are counted per Collective. */
const COLLECTIVES_UP_TO = 5000;

type ColumnName = (typeof COLUMN_FILTERS)[number];
type Cell = Record<ColumnName, string> & {
  tags: string;
  count: number;
  places: number;
  notes: number;
};

/** Row counts for each combination of values, from a single query. */
async function countCells(db: Kysely<Store>, filter: EntityFilter): Promise<Cell[]> {
  const rows = await db
    .selectFrom('entities')
    .where(matches(without(filter, ...COLUMN_FILTERS, 'tag'), { byRow: looksIntoRows(filter) }))
    .groupBy(['type', 'brand', 'source', 'unreachable_status', 'tags'])
    .select((row) => [
      'type',
      'brand',
      'source',
      'unreachable_status',
      'tags',
      row.fn.countAll<number>().as('count'),
      row.fn.count<number>('place').as('places'),
      row.fn.count<number>('note').as('notes'),
    ])
    .execute();
  return rows.map((row) => ({
    type: row.type ?? NO_VALUE,
    brand: row.brand ?? NO_VALUE,
    source: row.source,
    health: row.unreachable_status === null ? 'fine' : 'unreachable',
    tags: row.tags,
    count: row.count,
    places: row.places,
    notes: row.notes,
  }));
}

/** Whether a combination matches all filters that concern it, but one. */
function agrees(cell: Cell, filter: EntityFilter, but: ColumnName | 'tag' | null): boolean {
  const hasTag =
    but === 'tag' ||
    filter.tag === undefined ||
    (cell.tags !== '[]' && tagsOf(cell.tags).includes(filter.tag));
  return (
    hasTag &&
    COLUMN_FILTERS.every(
      (name) => name === but || filter[name] === undefined || filter[name] === cell[name],
    )
  );
}

function facetOf(counts: ReadonlyMap<string, number>, labels?: ReadonlyMap<string, string>): Facet {
  const values = [...counts].map(([value, count]) => ({
    value,
    label: labels?.get(value) ?? value,
    count,
  }));
  values.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return { values: values.slice(0, VALUES_MAX), distinct: values.length };
}

function columnFacet(cells: readonly Cell[], filter: EntityFilter, name: ColumnName): Facet {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (!agrees(cell, filter, name)) continue;
    counts.set(cell[name], (counts.get(cell[name]) ?? 0) + cell.count);
  }
  return facetOf(counts);
}

/** Many combinations have few different lists of tags; each list is parsed once. */
function tagFacet(cells: readonly Cell[], filter: EntityFilter): Facet {
  const lists = new Map<string, number>();
  for (const cell of cells) {
    if (cell.tags === '[]' || !agrees(cell, filter, 'tag')) continue;
    lists.set(cell.tags, (lists.get(cell.tags) ?? 0) + cell.count);
  }
  const counts = new Map<string, number>();
  for (const [tags, count] of lists) {
    for (const tag of tagsOf(tags)) counts.set(tag, (counts.get(tag) ?? 0) + count);
  }
  return facetOf(counts);
}

async function collectiveFacet(db: Kysely<Store>, filter: EntityFilter): Promise<Facet> {
  const rows = await db
    .selectFrom('entities')
    .innerJoin('memberships', 'memberships.entity_id', 'entities.id')
    .where(matches(without(filter, 'collective'), { byRow: looksIntoRows(filter) }))
    .groupBy('memberships.collective_id')
    .select((row) => ['memberships.collective_id', row.fn.countAll<number>().as('count')])
    .execute();
  const names = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .select(['id', 'name'])
    .execute();
  const labels = new Map(names.map(({ id, name }) => [id, name]));
  const listed = rows.filter((row) => labels.has(row.collective_id));
  return facetOf(new Map(listed.map((row) => [row.collective_id, row.count])), labels);
}

/** The number of Entities that each value of each filter would show, with the other filters unchanged. */
export async function countEntities(
  db: Kysely<Store>,
  filter: EntityFilter,
): Promise<EntityFacets> {
  const cells = await countCells(db, filter);
  const shown = cells.filter((cell) => agrees(cell, filter, null));
  const sumOf = (of: (cell: Cell) => number) => shown.reduce((sum, cell) => sum + of(cell), 0);
  const total = sumOf(({ count }) => count);
  // With a Collective chosen, the combinations exclude rows outside it.
  const few = filter.collective === undefined && total <= COLLECTIVES_UP_TO;
  return {
    total,
    type: columnFacet(cells, filter, 'type'),
    brand: columnFacet(cells, filter, 'brand'),
    source: columnFacet(cells, filter, 'source'),
    health: columnFacet(cells, filter, 'health'),
    tag: tagFacet(cells, filter),
    collective: few ? await collectiveFacet(db, filter) : null,
    filled: {
      place: sumOf(({ places }) => places),
      tags: sumOf(({ tags, count }) => (tags === '[]' ? 0 : count)),
      note: sumOf(({ notes }) => notes),
    },
  };
}
