import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { ReportGroup, ReportGroups } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { shownRows, type ShownSums } from '../../../domain/reports/shown-sums.ts';
import type { GroupsAsked } from '../../api/reports.ts';
import { groupLabel, type Names } from './group-labels.ts';
import type { RunSearch } from './run-search.ts';

/** A row of a grouped report with its rounded amounts. */
export interface GroupRow {
  group: ReportGroup;
  label: string;
  shown: ShownSums;
}

/** The grouping from the URL, else from the definition. */
export function groupingOf(
  run: Pick<ReportRun, 'definition'>,
  { by }: Pick<RunSearch, 'by'>,
): Grouping {
  return by ?? run.definition.grouping;
}

/** The rows of the result, in the order of the URL. */
export function groupsAsked(
  run: Pick<ReportRun, 'definition'>,
  search: Pick<RunSearch, 'by' | 'order' | 'direction'>,
): GroupsAsked {
  return { by: groupingOf(run, search), order: search.order, direction: search.direction };
}

/** Whether one page has all rows, so that they can be rounded together. */
export function isAllRead(pages: readonly ReportGroups[]): boolean {
  const [first] = pages;
  return first === undefined || (pages.length === 1 && first.groups.length >= first.count);
}

/** The rows of the pages read, rounded so that they add up.
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

/** Label of the unit of an amount. */
export function unitLabel(unit: string | null): string {
  return unit ?? 'no unit';
}
