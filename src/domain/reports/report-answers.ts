import { EXCEPTIONS, EXCLUSION_REASONS } from '../../contract/console/figures-exceptions.ts';
import type {
  ExceptionCount,
  FigureRow,
  Figures,
  FigureSeries,
  FigureSums,
} from '../../contract/console/figures-result.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { microsOfText, microsToText } from './exact.ts';
import { kwhPerUnit } from './report-session.ts';
import { divideRounded } from './rounding.ts';
import { COUNTED, NOT_HERE, type ComputedReport } from './compute-report.ts';
import { groupReport } from './group-report.ts';

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

/** Energy of all known units together in kWh, rounded to a millionth; null unless there are several of them. */
export function togetherKwh(totals: readonly FigureSums[]): string | null {
  const known = totals.flatMap(({ unit, energy }) => {
    const scale = kwhPerUnit(unit);
    return scale === null ? [] : [{ energy: microsOfText(energy) ?? 0n, scale }];
  });
  if (known.length < 2) return null;
  // In thousandths of a millionth, which a Wh needs.
  const sum = known.reduce(
    (all, { energy, scale }) => all + (energy * 1000n * scale.times) / scale.by,
    0n,
  );
  return microsToText(divideRounded(sum, 1000n));
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
  const drawn = unit === undefined ? (groupReport(report, []).rows[0]?.unit ?? null) : unit;
  const isTime = by !== null && ['hour', 'day', 'week', 'month', 'hour-weekday'].includes(by);
  const stacked = isTime ? null : by;
  const largest =
    stacked === null
      ? []
      : groupReport(report, [stacked], {
          unit: drawn,
          order: 'energy',
          direction: 'down',
          limit: SEPARATE,
        }).rows.flatMap(({ keys: [key] }) => (key === undefined ? [] : [key]));
  const place = new Map(largest.map(({ key }, at) => [key, at]));
  const { rows } = groupReport(report, stacked === null ? [grain] : [grain, stacked], {
    unit: drawn,
  });
  const points = new Map<string, FigureSeries['points'][number]>();
  for (const { keys, energy, cost } of rows) {
    const at = keys[0]?.key ?? '';
    const group = place.get(keys[1]?.key ?? '') ?? null;
    const id = `${at} ${group}`;
    const known = points.get(id);
    points.set(id, {
      at,
      group,
      energy: known === undefined ? energy : plus(known.energy, energy),
      cost: known === undefined ? cost : plus(known.cost, cost),
    });
  }
  return { grain, unit: drawn, groups: largest, points: [...points.values()] };
}

const plus = (a: string, b: string) =>
  microsToText((microsOfText(a) ?? 0n) + (microsOfText(b) ?? 0n));

/** Whether two rows of sums are the same, but for names. */
export function isSameRow(a: FigureRow, b: FigureRow): boolean {
  const plain = ({ keys, ...sums }: FigureRow) =>
    JSON.stringify([keys.map(({ key }) => key), canonicalJson(sums)]);
  return plain(a) === plain(b);
}
