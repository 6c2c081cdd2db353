import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { Facet } from '../../../contract/console/directory-list.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import type { ListSearch } from './directory-search.ts';
import type { CollectiveListRow } from './collective-columns.tsx';

type Row = CollectiveListRow;
type FilterName = (typeof NAMES)[number];

const NAMES = ['type', 'tag', 'source', 'health', 'reads', 'silent', 'planned'] as const;

function healthOf(row: Row): string {
  return row.unreachable === null ? 'fine' : 'unreachable';
}

/** The worst state of the reads of its Entities. */
function readsOf({ failing, partial }: NonNullable<Row['facts']>): string {
  if (failing > 0) return 'failing';
  return partial > 0 ? 'partial' : 'fine';
}

/** The values that a row has for a filter. */
const VALUES: Readonly<Record<FilterName, (row: Row) => readonly string[]>> = {
  type: (row) => [row.type ?? NO_VALUE],
  tag: (row) => row.tags,
  source: (row) => [row.source],
  health: (row) => [healthOf(row)],
  reads: ({ facts }) => (facts === null ? [] : [readsOf(facts)]),
  silent: ({ facts }) => ((facts?.silent ?? 0) > 0 ? ['1'] : []),
  planned: ({ facts }) => ((facts?.next ?? null) === null ? [] : ['1']),
};

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

/** Sort keys of a Collective; null comes last in both orders. */
const SORT_KEYS: Readonly<Record<string, (row: Row) => string | number | null>> = {
  type: (row) => row.type,
  place: (row) => row.place,
  entities: (row) => row.entityCount,
  known: (row) => row.knownAt,
  energy: (row) => row.facts?.energy?.value ?? null,
  next: ({ facts }) => facts?.next?.triggerTime ?? null,
  silent: (row) => row.facts?.silent ?? null,
  failing: (row) => row.facts?.failing ?? null,
  partial: (row) => row.facts?.partial ?? null,
  unread: (row) => row.facts?.unread ?? null,
};

const ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Key = string | number | null;

function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * ORDER.compare(String(a), String(b));
}

/** The Collectives that match a search, in its order. */
export function shownCollectives(rows: readonly Row[], search: ListSearch): Row[] {
  const keyOf = SORT_KEYS[search.sort ?? ''] ?? (() => null);
  const sign = search.order === 'desc' ? -1 : 1;
  return rows
    .filter((row) => matchesQuery(row, search.q) && agrees(row, search, null))
    .toSorted(
      (a, b) =>
        compareKeys(keyOf(a), keyOf(b), sign) ||
        sign * (ORDER.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
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
export function collectiveFacets(
  rows: readonly Row[],
  search: ListSearch,
): Readonly<Record<string, Facet>> {
  return {
    type: facetOf(rows, search, 'type'),
    tag: facetOf(rows, search, 'tag'),
    source: facetOf(rows, search, 'source'),
    health: facetOf(rows, search, 'health'),
    reads: facetOf(rows, search, 'reads'),
  };
}
