import { EXCEPTIONS, EXCLUSION_REASONS } from '../../contract/console/report-exceptions.ts';
import type {
  ExceptionCount,
  FigureRow,
  Figures,
  FigureSeries,
} from '../../contract/console/report-figures.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { microsToText } from './exact.ts';
import { REGISTERS } from '../session-maths.ts';
import { COUNTED, NOT_HERE, type ComputedReport } from './compute-report.ts';
import { groupKeys, type GroupKeys } from './group-keys.ts';
import { groupReport, reportTotals } from './group-report.ts';
import { addUp, AT, type SumName } from './grouped-sums.ts';
import { NO_REGISTER } from './groups.ts';

/** Sessions and Entities of each kind of exception that occurs, in the order of the kinds. */
export function exceptionCounts({
  columns,
  exceptions,
  excluded,
  decided,
}: ComputedReport): ExceptionCount[] {
  const made = EXCEPTIONS.map((kind) => ({ kind, sessions: 0, open: 0, entities: 0, last: -1 }));
  for (let row = 0; row < columns.count; row += 1) {
    const bits = exceptions[row] ?? 0;
    if (bits === 0 || excluded[row] === NOT_HERE) continue;
    const entity = columns.indexes.entity[row] ?? 0;
    const isOpen = !decided.has(row);
    for (let at = 0; at < made.length; at += 1) {
      const own = made[at];
      if (own === undefined || (bits & (1 << at)) === 0) continue;
      own.sessions += 1;
      if (isOpen) own.open += 1;
      if (own.last !== entity) own.entities += 1;
      own.last = entity;
    }
  }
  return made.flatMap(({ kind, sessions, open, entities }) =>
    sessions === 0 ? [] : [{ kind, sessions, open, entities }],
  );
}

/** Sessions that do not count, by the reason. */
export function exclusionCounts({ excluded }: ComputedReport): Figures['exclusions'] {
  const counts = EXCLUSION_REASONS.map((reason) => ({ reason, sessions: 0 }));
  for (const code of excluded) {
    const own = code === COUNTED ? undefined : counts[code - 1];
    if (own !== undefined) own.sessions += 1;
  }
  return counts.filter(({ sessions }) => sessions > 0);
}

/** Groups with a colour of their own; more are hard to tell apart. */
const SEPARATE = 8;

/**
 * Energy and cost over time, of the largest groups and all others.
 * @param by the grouping that is stacked; null: all together
 * @param unit the energy unit; absent: that of most sessions
 */
export function seriesOf(
  report: ComputedReport,
  by: Grouping | null,
  grain: FigureSeries['grain'],
  unit: string | null | undefined,
): FigureSeries {
  const drawn = unit === undefined ? (reportTotals(report)[0]?.unit ?? null) : unit;
  const stacked = by === null || isTime(by) ? null : by;
  const largest = { order: 'energy', direction: 'down', limit: SEPARATE, unit: drawn } as const;
  const groups =
    stacked === null
      ? []
      : groupReport(report, [stacked], largest).rows.flatMap(({ keys: [key] }) => key ?? []);
  const known = new Map(groups.map(({ key }, place) => [key, place]));
  const times = groupKeys(report, grain);
  const keys = [times];
  if (stacked !== null && stacked !== 'register') {
    // Numbered by their places, so that a chart of many groups has few sums.
    const all = groupKeys(report, stacked);
    const places = Uint8Array.from(
      { length: all.size },
      (_, number) => known.get(all.key(number)) ?? SEPARATE,
    );
    const of: GroupKeys['of'] = (slice, row) => places[all.of(slice, row)] ?? SEPARATE;
    keys.push({ ...all, size: SEPARATE + 1, of });
  }
  const { sums, units, numbers } = addUp(report, keys);
  const time = (row: number) => numbers[0][row] ?? 0;
  const place = (row: number) => numbers[1][row] ?? 0;
  const unitNo = report.columns.dictionary.units.list.indexOf(drawn);
  const rows = [...units.keys()].filter((row) => units[row] === unitNo);
  const pointsOf = (row: number) => {
    const at = times.key(time(row));
    const point = (group: number | undefined, energy: SumName, cost: bigint) => ({
      at,
      group: group === undefined || group === SEPARATE ? null : group,
      energy: microsToText(sums.of(row, AT[energy])),
      cost: microsToText(cost),
    });
    if (stacked !== 'register') {
      return [point(keys.length > 1 ? place(row) : undefined, 'energy', sums.of(row, AT.cost))];
    }
    return [...REGISTERS, 'rest' as const].flatMap((name) =>
      sums.of(row, AT[name]) === 0n
        ? []
        : [point(known.get(name === 'rest' ? NO_REGISTER : name), name, 0n)],
    );
  };
  const sorted = rows.toSorted((a, b) => time(a) - time(b) || place(a) - place(b));
  return { grain, unit: drawn, groups, points: sorted.flatMap(pointsOf) };
}

const isTime = (by: Grouping) => ['hour', 'day', 'week', 'month', 'hour-weekday'].includes(by);

/** Whether two rows of sums are the same, but for names. */
export function isSameRow(a: FigureRow, b: FigureRow): boolean {
  const plain = ({ keys, ...sums }: FigureRow) =>
    JSON.stringify([keys.map(({ key }) => key), canonicalJson(sums)]);
  return plain(a) === plain(b);
}
