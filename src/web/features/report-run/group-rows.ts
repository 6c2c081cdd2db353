import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportGroup, ReportGroups } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { shownRows, type ShownSums } from '../../../domain/reports/shown-sums.ts';
import type { GroupsAsked } from '../../api/reports.ts';
import { groupLabel, type Names } from './group-words.ts';
import type { RunSearch } from './run-search.ts';

/** A row of a grouped report with what is shown of it. */
export interface GroupRow {
  group: ReportGroup;
  label: string;
  shown: ShownSums;
}

/** What rows stand for: as the URL says, else the definition. */
export function groupingOf(
  run: Pick<ReportRun, 'definition'>,
  { by }: Pick<RunSearch, 'by'>,
): Grouping {
  return by ?? run.definition.grouping;
}

/** The rows that the result shows, in the order of the URL. */
export function groupsAsked(
  run: Pick<ReportRun, 'definition'>,
  search: Pick<RunSearch, 'by' | 'order' | 'direction'>,
): GroupsAsked {
  return { by: groupingOf(run, search), order: search.order, direction: search.direction };
}

/** Whether one page holds all rows, so that they can be rounded together. */
export function isAllRead(pages: readonly ReportGroups[]): boolean {
  const [first] = pages;
  return first === undefined || (pages.length === 1 && first.groups.length >= first.count);
}

/**
 * The rows of the pages that were read, rounded so that they add up.
 * @param zone of the report
 */
export function groupRows(pages: readonly ReportGroups[], zone: string, names: Names): GroupRow[] {
  const groups = pages.flatMap((page) => page.groups);
  const shown = shownRows(groups, isAllRead(pages));
  const grouping = pages[0]?.grouping ?? 'entity';
  return groups.flatMap((group, at) => {
    const sums = shown[at];
    return sums === undefined
      ? []
      : [{ group, label: groupLabel(grouping, group, zone, names), shown: sums }];
  });
}

/** The unit of an amount in words. */
export function unitWords(unit: string | null): string {
  return unit ?? 'no unit';
}
