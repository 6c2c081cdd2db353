import type { Grouping } from '../../../contract/console/report-definition.ts';
import type {
  ReportGroup,
  ReportGroups,
  ReportSums,
} from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { shownRows, type ShownSums } from '../../../domain/reports/shown-sums.ts';
import type { GroupsAsked, SeriesAsked } from '../../api/report-queries.ts';
import { groupLabels, type Names } from './group-labels.ts';
import { grainFor, isDrawable } from './charts/series-points.ts';
import { STACKS, type RunSearch } from './run-search.ts';

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

/** The rows of the result, in the order of the URL, and the chart above them. */
export function groupsAsked(
  run: Pick<ReportRun, 'definition' | 'progress' | 'from' | 'to'>,
  search: RunSearch,
): GroupsAsked {
  const { order, direction } = search;
  return { by: groupingOf(run, search), order, direction, series: seriesAsked(run, search) };
}

/** More Entities than this are indistinguishable in a bar. */
const MOST_ENTITIES = 10;

/** The default stacking of bars: many Entities are stacked by Collective, if there are several. */
function stackFor({ definition, progress }: Pick<ReportRun, 'definition' | 'progress'>) {
  const { grouping, scope } = definition;
  const isWide = scope.fleet === true || scope.collectives.length > 1;
  if (grouping === 'entity' && isWide && progress.entities.total > MOST_ENTITIES) {
    return 'collective';
  }
  return STACKS.find((stack) => stack === grouping) ?? 'entity';
}

/** The energy over time above the rows. */
export function seriesAsked(
  run: Pick<ReportRun, 'definition' | 'progress' | 'from' | 'to'>,
  { grain, stack, unit }: RunSearch,
): SeriesAsked {
  const drawn = grain !== undefined && isDrawable(grain, run) ? grain : grainFor(run);
  return { grain: drawn, by: stack ?? stackFor(run), unit };
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
  const labels = groupLabels(grouping, groups, zone, names);
  return groups.flatMap((group, at) => {
    const sums = shown[at];
    return sums === undefined ? [] : [{ group, label: labels[at] ?? group.key, shown: sums }];
  });
}

/** The unit to draw: the requested one, or the first. */
export function drawnUnit({ unit }: RunSearch, totals: readonly ReportSums[]): string | null {
  const units = totals.map((sums) => sums.unit);
  return units.find((known) => known !== null && known === unit) ?? units[0] ?? null;
}

/** Label of the unit of an amount. */
export function unitLabel(unit: string | null): string {
  return unit ?? 'no unit';
}
