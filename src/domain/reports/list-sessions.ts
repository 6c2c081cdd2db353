import { EXCEPTIONS } from '../../contract/console/report-exceptions.ts';
import type { SessionFilter } from '../../contract/console/report-definition.ts';
import type { FigureSession } from '../../contract/console/report-figures.ts';
import { isoInstant } from '../instant.ts';
import { microsToText } from './exact.ts';
import { dayNumber, weekdayOf } from './zone-calendar.ts';
import { COUNTED, NOT_HERE, reasonOf, type ComputedReport } from './compute-report.ts';
import { wattsOf } from './group-report.ts';
import { isDoubtfulRow } from './grouped-sums.ts';
import { BIT } from './session-checks.ts';

const NONE = Number.NaN;
const text = (micros: number) => (micros === micros ? microsToText(BigInt(micros)) : null);
const instant = (ms: number) => (ms === ms ? isoInstant(ms) : null);

/** Whether a slice is in the asked hours and days; null: all are. */
function sliceTest({ slices }: ComputedReport, filter: SessionFilter) {
  const { inFrom: from, inTo: to, inHour: hour, inWeekday: weekday } = filter;
  if (from === undefined && to === undefined && hour === undefined && weekday === undefined) {
    return null;
  }
  const first = from === undefined ? -Infinity : dayNumber(from);
  const last = to === undefined ? Infinity : dayNumber(to);
  return (slice: number): boolean => {
    const day = slices.day[slice] ?? 0;
    if (day < first || day > last) return false;
    if (hour !== undefined && slices.hour[slice] !== hour) return false;
    return weekday === undefined || weekdayOf(day) === weekday;
  };
}

/** Whether a session has what a filter asks, beside its slices. */
function sessionTest(report: ComputedReport, filter: SessionFilter) {
  const { columns, entities, excluded, exceptions } = report;
  const { indexes, dictionary } = columns;
  const { inEntity, exception, counted, without } = filter;
  const inCollectives = without === 'collectives' ? '' : filter.inCollectives;
  const inLocation = without === 'location' ? '' : filter.inLocation;
  const inAddress = without === 'address' ? '' : filter.inAddress;
  const isCounted = (code: number): boolean => {
    if (counted === undefined) return code === COUNTED;
    if (counted === 'all') return true;
    return counted === 'no' ? code !== COUNTED : reasonOf(code) === counted;
  };
  const bit = exception === undefined || exception === 'doubtful' ? 0 : BIT[exception];
  return (row: number): boolean => {
    const code = excluded[row] ?? NOT_HERE;
    if (code === NOT_HERE) return false;
    if (!isCounted(code)) return false;
    const own = entities[indexes.entity[row] ?? 0];
    if (inEntity !== undefined && own?.id !== inEntity) return false;
    if (inCollectives !== undefined && own?.collectives !== inCollectives) return false;
    const location = dictionary.locations.list[indexes.location[row] ?? 0]?.id ?? '';
    if (inLocation !== undefined && location !== inLocation) return false;
    const address = dictionary.addresses.list[indexes.address[row] ?? 0] ?? '';
    if (inAddress !== undefined && address !== inAddress) return false;
    if (exception === 'doubtful') return isDoubtfulRow(report, row);
    return exception === undefined || ((exceptions[row] ?? 0) & bit) !== 0;
  };
}

/**
 * Rows of sessions that a filter asks for, in the order of their Entities.
 * @param from the first row to look at
 */
export function* findSessions(
  report: ComputedReport,
  filter: SessionFilter,
  from = 0,
): Generator<number> {
  const { columns, sliceFrom } = report;
  const isAsked = sessionTest(report, filter);
  const isIn = sliceTest(report, filter);
  for (let row = from; row < columns.count; row += 1) {
    if (!isAsked(row)) continue;
    if (isIn !== null) {
      let hasSlice = false;
      const end = sliceFrom[row + 1] ?? 0;
      for (let at = sliceFrom[row] ?? 0; at < end && !hasSlice; at += 1) hasSlice = isIn(at);
      if (!hasSlice) continue;
    }
    yield row;
  }
}

/** Names of the exceptions of a session. */
function exceptionsOf({ exceptions }: ComputedReport, row: number) {
  const bits = exceptions[row] ?? 0;
  return EXCEPTIONS.filter((kind) => (bits & BIT[kind]) !== 0);
}

/** A reader of sessions as they count in a report. @param filter by which their counted energy is limited */
export function sessionReader(
  report: ComputedReport,
  filter: SessionFilter,
): (row: number) => FigureSession {
  const { columns, entities, slices, sliceFrom, rules, decided, pairs } = report;
  const { amounts, indexes, dictionary } = columns;
  const isIn = sliceTest(report, filter);
  const summed = (of: Float64Array, row: number, test: ((slice: number) => boolean) | null) => {
    let sum = NONE;
    const end = sliceFrom[row + 1] ?? 0;
    for (let at = sliceFrom[row] ?? 0; at < end; at += 1) {
      const amount = of[at] ?? NONE;
      if (amount !== amount || (test !== null && !test(at))) continue;
      sum = sum === sum ? sum + amount : amount;
    }
    return sum;
  };
  // As in every sum, fees are a part of the cost.
  const added = (one: number, other: number) =>
    one !== one ? other : other !== other ? one : one + other;
  return (row) => {
    const entity = entities[indexes.entity[row] ?? 0];
    const location = dictionary.locations.list[indexes.location[row] ?? 0] ?? null;
    const amount = (name: keyof typeof amounts) => text(amounts[name][row] ?? NONE);
    const { cost, fees, unpriced } = slices.amounts;
    const pair = pairs.get(row);
    return {
      entityId: entity?.id ?? '',
      entityName: entity?.name ?? null,
      id: columns.idOf(row),
      start: instant(amounts.startMs[row] ?? NONE),
      end: instant(amounts.endMs[row] ?? NONE),
      zone: rules.bySite === null ? null : (dictionary.zones.list[indexes.zone[row] ?? 0] ?? null),
      unit: dictionary.units.list[indexes.unit[row] ?? 0] ?? null,
      energy: amount('energy'),
      counted: text(summed(slices.amounts.energy, row, isIn)),
      registers: { t1: amount('t1'), t2: amount('t2'), t3: amount('t3'), t4: amount('t4') },
      cost: text(added(summed(cost, row, isIn), summed(fees, row, isIn))),
      fees: text(summed(fees, row, isIn)),
      unpriced: text(summed(unpriced, row, isIn)) ?? '0',
      averagePowerW: wattsOf(amounts.powerMw[row] ?? NONE),
      socStart: amount('socStart'),
      socEnd: amount('socEnd'),
      rangeGainKm: amount('rangeGain'),
      locationId: location?.id ?? null,
      locationLabel: location?.label ?? null,
      address: dictionary.addresses.list[indexes.address[row] ?? 0] ?? null,
      excluded: reasonOf(report.excluded[row] ?? 0),
      exceptions: exceptionsOf(report, row),
      pairedWith: pair === undefined ? null : columns.idOf(pair),
      decision: decided.get(row) ?? null,
    };
  };
}
