import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { VERDICTS } from '../../../domain/command-status.ts';
import { beginsId, searchTerms } from '../../../lib/search-terms.ts';
import { isFiltered, type BatchSearch, type SortKey } from './batch-search.ts';
import { factsOf, itemKey, type RowFacts } from './row-facts.ts';

/** Whether a filter belongs to a count of known Entities only. */
export function isOfMembers({ verdict, item }: BatchSearch): boolean {
  return verdict !== undefined || item !== undefined;
}

/**
 * The rows that pass all filters of the URL, in their order. @param items the planned items, which
 * filters name by index
 */
export function filterRows(
  rows: readonly BatchRow[],
  search: BatchSearch,
  items: BatchSummary['items'] = [],
): readonly BatchRow[] {
  if (!isFiltered(search)) return rows;
  const terms = searchTerms(search.q);
  const item = search.item === undefined ? undefined : items[search.item];
  const wanted = item === undefined ? undefined : itemKey(item);
  const ofMembers = isOfMembers(search);
  return rows.filter((row) => {
    const { verdict, text, item: from } = factsOf(row);
    if (search.verdict !== undefined && verdict !== search.verdict) return false;
    if (search.also !== undefined && row.alsoCommanded !== true) return false;
    if (ofMembers && row.alsoCommanded === true) return false;
    if (search.late !== undefined && row.lateChangeAt === null) return false;
    if (search.item !== undefined && from !== wanted) return false;
    return terms.every(
      (term) =>
        text.includes(term) || beginsId(term, row.entityId) || beginsId(term, row.commandId),
    );
  });
}

type SortValue = string | number | null;

const SORT_VALUES: Readonly<Record<SortKey, (row: BatchRow, facts: RowFacts) => SortValue>> = {
  entity: (_row, facts) => facts.nameKey,
  type: (row) => row.entityType,
  command: (row) => row.type,
  status: (row, facts) => `${VERDICTS.indexOf(facts.verdict)} ${row.status ?? ''}`,
  trigger: (_row, facts) => facts.triggerMs,
  error: (_row, facts) => facts.error?.toLowerCase() ?? null,
  change: (_row, facts) => facts.changedMs,
};

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Rows sorted by a column, stable; missing values come last in either direction. */
export function sortRows(
  rows: readonly BatchRow[],
  key: SortKey | undefined,
  descending: boolean,
): readonly BatchRow[] {
  if (key === undefined) return rows;
  const valueOf = SORT_VALUES[key];
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row, factsOf(row)) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) {
        return Number(a.value === null) - Number(b.value === null);
      }
      return sign * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}
