import { EXCEPTIONS, EXCLUSION_REASONS } from '../../contract/console/figures-exceptions.ts';
import type {
  ExceptionCount,
  FigureRow,
  Figures,
  FigureSeries,
  FigureSums,
} from '../../contract/console/figures-result.ts';
import type { Grouping } from '../../contract/console/figures-definition.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { microsOfText, microsToText } from './exact.ts';
import { REGISTERS } from '../session-maths.ts';
import { kwhPerUnit } from './energy-unit.ts';
import { divideRounded } from './rounding.ts';
import { COUNTED, NOT_HERE, type ComputedReport } from './compute-report.ts';
import { groupReport, isNothing } from './group-report.ts';
import { addUp, at as sumAt } from './grouped-sums.ts';
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
  const isRegister = stacked === 'register';
  const grouped = addUp(report, stacked === null || isRegister ? [grain] : [grain, stacked]);
  const { sums, numbers } = grouped;
  const [times, groups] = grouped.keys;
  const unitNo = report.columns.dictionary.units.list.indexOf(drawn);
  // By time and group: a report has many more rows than points, so that none of them is made a text.
  const points = new Map<number, Map<number | null, Point>>();
  for (const [row, unitOfRow] of grouped.units.entries()) {
    if (unitOfRow !== unitNo || isNothing(sums, row)) continue;
    const at = numbers[0][row] ?? 0;
    const own = points.get(at) ?? new Map<number | null, Point>();
    points.set(at, own);
    const put = (key: string, energy: bigint, cost: bigint) => {
      const group = place.get(key) ?? null;
      const point = own.get(group) ?? { energy: 0n, cost: 0n };
      own.set(group, point);
      point.energy += energy;
      point.cost += cost;
    };
    if (!isRegister) {
      const key = groups?.key(numbers[1][row] ?? 0) ?? '';
      put(key, sums.of(row, sumAt('energy')), sums.of(row, sumAt('cost')));
      continue;
    }
    for (const name of [...REGISTERS, 'rest'] as const) {
      const energy = sums.of(row, sumAt(name));
      if (energy !== 0n) put(name === 'rest' ? NO_REGISTER : name, energy, 0n);
    }
  }
  const inTime = [...points].map(([at, own]) => ({ at: times?.key(at) ?? '', own }));
  return {
    grain,
    unit: drawn,
    groups: largest,
    points: inTime
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .flatMap(({ at, own }) =>
        [...own].map(([group, { energy, cost }]) => ({
          at,
          group,
          energy: microsToText(energy),
          cost: microsToText(cost),
        })),
      ),
  };
}

/** Of a group and a time. */
interface Point {
  energy: bigint;
  cost: bigint;
}

/** Whether two rows of sums are the same, but for names. */
export function isSameRow(a: FigureRow, b: FigureRow): boolean {
  const plain = ({ keys, ...sums }: FigureRow) =>
    JSON.stringify([keys.map(({ key }) => key), canonicalJson(sums)]);
  return plain(a) === plain(b);
}
