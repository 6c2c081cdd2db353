import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { NO_VALUE } from '../../contract/console/choices.ts';
import type { EntityFacets, EntityFilter, Facet } from '../../contract/console/directory-list.ts';
import type { EntityRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { mayHaveCapacity } from '../../domain/capacity-types.ts';
import { markOf, type MarkName } from '../fleet/facts/fact-marks.ts';
import { tagsOf } from './thing.ts';
import { COLUMN_FILTERS, looksIntoRows, MARK_FILTERS, matches, without } from './entity-filter.ts';

/** Listed values of a facet; the rest is only counted. */
const VALUES_MAX = 50;
/** Up to this many rows are counted per Collective. */
const COLLECTIVES_UP_TO = 5000;

type Name = (typeof COLUMN_FILTERS | typeof MARK_FILTERS)[number];
/** A mark that no filter value stands for, such as not silent, is an empty text. */
type Cell = Record<Name, string> & { tags: string; marks: string; count: number };

/** In the order of their index, so that counting reads nothing else. */
const GROUPED = [
  'type',
  'brand',
  'source',
  'unreachable_status',
  'offboarded_at',
  'tags',
  'placed',
  'marks',
] as const;

/** Values of the filters by marks; equal marks are parsed once. */
function markReader() {
  const known = new Map<string, Record<(typeof MARK_FILTERS)[number], string>>();
  return (marks: string) => {
    const held = known.get(marks);
    if (held !== undefined) return held;
    const of = (name: MarkName) => markOf(marks, name) ?? '';
    const values = {
      outcome: of('outcome'),
      capacity: of('capacity'),
      capture: of('capture'),
      reads: of('reads'),
      silent: of('silent'),
      planned: of('planned'),
    };
    known.set(marks, values);
    return values;
  };
}

/** "No capacity" counts only Entities that may have one; the others are counted under no value. */
function capacityOfType<Values extends { capacity: string }>(type: string | null, values: Values) {
  return values.capacity === NO_VALUE && !mayHaveCapacity(type)
    ? { ...values, capacity: '' }
    : values;
}

function healthOf(row: Pick<EntityRow, 'unreachable_status' | 'offboarded_at'>): string {
  if (row.unreachable_status === null) return 'fine';
  return row.offboarded_at === null ? 'unreachable' : 'offboarded';
}

/** Row counts for each combination of values, from a single query. */
async function countCells(db: Kysely<Store>, filter: EntityFilter): Promise<Cell[]> {
  const rows = await db
    .selectFrom('entities')
    .where(
      matches(without(filter, ...COLUMN_FILTERS, ...MARK_FILTERS, 'tag'), {
        byRow: looksIntoRows(filter),
      }),
    )
    .groupBy(GROUPED)
    .select(GROUPED)
    .select((row) => row.fn.countAll<number>().as('count'))
    .execute();
  const markValues = markReader();
  return rows.map((row) => ({
    type: row.type ?? NO_VALUE,
    brand: row.brand ?? NO_VALUE,
    source: row.source,
    health: healthOf(row),
    place: row.placed === 1 ? 'known' : NO_VALUE,
    ...capacityOfType(row.type, markValues(row.marks)),
    marks: row.marks,
    tags: row.tags,
    count: row.count,
  }));
}

const NAMES = [...COLUMN_FILTERS, ...MARK_FILTERS];

/** Whether a combination matches all filters that concern it, except one. */
function agrees(cell: Cell, filter: EntityFilter, but: Name | 'tag' | null): boolean {
  const hasTag =
    but === 'tag' ||
    filter.tag === undefined ||
    (cell.tags !== '[]' && tagsOf(cell.tags).includes(filter.tag));
  return (
    hasTag &&
    NAMES.every((name) => name === but || filter[name] === undefined || filter[name] === cell[name])
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

function columnFacet(cells: readonly Cell[], filter: EntityFilter, name: Name): Facet {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell[name] === '' || !agrees(cell, filter, name)) continue;
    counts.set(cell[name], (counts.get(cell[name]) ?? 0) + cell.count);
  }
  return facetOf(counts);
}

/** How many rows a filter that is on or off would show. */
function valueCount(cells: readonly Cell[], filter: EntityFilter, name: Name): number {
  const found = columnFacet(cells, filter, name).values.find(({ value }) => value === '1');
  return found?.count ?? 0;
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

/** Number of rows with a note, which is not in the index of the counts. */
async function countNotes(db: Kysely<Store>, filter: EntityFilter): Promise<number> {
  const { count } = await db
    .selectFrom('entities')
    .where(matches(filter, { byRow: true }))
    .where('note', 'is not', null)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of Entities that each value of each filter would show, with the other filters unchanged. */
export async function countEntities(
  db: Kysely<Store>,
  filter: EntityFilter,
): Promise<EntityFacets> {
  const cells = await countCells(db, filter);
  const shown = cells.filter((cell) => agrees(cell, filter, null));
  const countOf = (is: (cell: Cell) => boolean) =>
    shown.reduce((sum, cell) => sum + (is(cell) ? cell.count : 0), 0);
  const total = countOf(() => true);
  await turn();
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
    outcome: columnFacet(cells, filter, 'outcome'),
    capacity: columnFacet(cells, filter, 'capacity'),
    capture: columnFacet(cells, filter, 'capture'),
    place: columnFacet(cells, filter, 'place'),
    reads: columnFacet(cells, filter, 'reads'),
    silent: valueCount(cells, filter, 'silent'),
    planned: valueCount(cells, filter, 'planned'),
    filled: {
      place: countOf(({ place }) => place === 'known'),
      tags: countOf(({ tags }) => tags !== '[]'),
      note: await countNotes(db, filter),
      // Entities whose Commands were never read count too, if anything else was read.
      outcome: countOf(({ outcome }) => outcome !== NO_VALUE && outcome !== ''),
      seen: countOf(({ marks }) => markOf(marks, 'seen') === '1'),
      energy: countOf(({ marks }) => ['1', 'never'].includes(markOf(marks, 'energy') ?? '')),
      capacity: countOf(({ capacity }) => capacity === 'known'),
      capture: countOf(({ capture }) => capture === 'on' || capture === 'off'),
      planned: countOf(({ planned }) => planned === '1'),
      reads: countOf(({ reads }) => reads === 'failing' || reads === 'partial'),
    },
  };
}
