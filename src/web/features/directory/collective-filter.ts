import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { EntityFacets, Facet } from '../../../contract/console/directory-list.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import type { ListSearch } from './directory-search.ts';

type Row = DirectoryCollectiveRecord;
type FilterName = 'type' | 'tag' | 'source' | 'health';

function healthOf(row: Row): string {
  return row.unreachable === null ? 'fine' : 'unreachable';
}

/** The values that a row has for a filter. */
const VALUES: Readonly<Record<FilterName, (row: Row) => readonly string[]>> = {
  type: (row) => [row.type ?? NO_VALUE],
  tag: (row) => row.tags,
  source: (row) => [row.source],
  health: (row) => [healthOf(row)],
};
const NAMES = ['type', 'tag', 'source', 'health'] as const;

function matchesQuery(row: Row, query: string | undefined): boolean {
  const text = [row.name, row.type, row.place, ...row.tags].join(' ');
  return hasTerms(text, searchTerms(query), row.id);
}

function agrees(row: Row, search: ListSearch, but: FilterName | null): boolean {
  return NAMES.every((name) => {
    const wanted = search[name];
    return name === but || wanted === undefined || VALUES[name](row).includes(wanted);
  });
}

const COMPARE: Readonly<Record<string, (a: Row, b: Row) => number>> = {
  type: (a, b) => compareTexts(a.type, b.type),
  place: (a, b) => compareTexts(a.place, b.place),
  entities: (a, b) => a.entityCount - b.entityCount,
  known: (a, b) => (a.knownAt < b.knownAt ? -1 : a.knownAt > b.knownAt ? 1 : 0),
};

const ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Natural order of texts; missing ones come last. */
function compareTexts(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return ORDER.compare(a, b);
}

/** The Collectives that match a search, in its order. */
export function shownCollectives(rows: readonly Row[], search: ListSearch): Row[] {
  const compare = COMPARE[search.sort ?? ''];
  const sign = search.order === 'desc' ? -1 : 1;
  return rows
    .filter((row) => matchesQuery(row, search.q) && agrees(row, search, null))
    .toSorted(
      (a, b) =>
        sign * ((compare?.(a, b) ?? 0) || ORDER.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
    );
}

function facetOf(rows: readonly Row[], search: ListSearch, name: FilterName): Facet {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!matchesQuery(row, search.q) || !agrees(row, search, name)) continue;
    for (const value of VALUES[name](row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts]
    .map(([value, count]) => ({ value, label: value, count }))
    .toSorted((a, b) => b.count - a.count || ORDER.compare(a.label, b.label));
  return { values, distinct: values.length };
}

/** How many Collectives each value of each filter would show, given the other filters. */
export function collectiveFacets(rows: readonly Row[], search: ListSearch): Partial<EntityFacets> {
  return {
    type: facetOf(rows, search, 'type'),
    tag: facetOf(rows, search, 'tag'),
    source: facetOf(rows, search, 'source'),
    health: facetOf(rows, search, 'health'),
  };
}
