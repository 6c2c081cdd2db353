import { DEFAULTS } from '../../contract/console/report-definition.ts';
import {
  DOUBTFUL_EXCEPTIONS,
  EXCEPTIONS,
  type Exception,
} from '../../contract/console/report-exceptions.ts';
import { trusted } from '../../lib/trusted.ts';
import type { Span } from '../instant.ts';
import { hasBattery, mayHaveCapacity } from '../capacity-types.ts';
import { kwhPerUnit } from './energy-unit.ts';
import { MARKS, type SessionColumns } from './session-columns.ts';
import { LACKS } from './session-facts.ts';

/** Bits of the exceptions of a session. */
export const BIT = trusted<Readonly<Record<Exception, number>>>(
  // Each kind has an entry.
  Object.fromEntries(EXCEPTIONS.map((kind, at) => [kind, 2 ** at])),
);

const DOUBT = DOUBTFUL_EXCEPTIONS.reduce((bits, kind) => bits | BIT[kind], 0);

/** Whether exceptions put the energy of a session in doubt. */
export const areDoubtful = (bits: number): boolean => (bits & DOUBT) !== 0;

/** What is known of the Entity of a session. */
export interface CheckedEntity {
  type: string | null;
  /** Battery capacity in kWh; null if not known. */
  capacityKwh: number | null;
}

/** Limits above which a session is an exception. */
export interface Limits {
  /** kWh of one session. */
  hugeKwh: number;
  /** Implied battery capacity in kWh. */
  batteryKwh: number;
  /** Hours of one session. */
  longestHours: number;
  /** kW that an Entity of each type can do; other types take any power. */
  typeKw: Readonly<Record<string, number>>;
}

/** The limits where no report sets others. By type the kW that an Entity can do: of more, its meter is in doubt. */
export const USUAL_LIMITS: Limits = {
  hugeKwh: DEFAULTS.huge,
  batteryKwh: DEFAULTS.battery,
  longestHours: DEFAULTS.longest,
  typeKw: { EV: 500, ChargePoint: 1000, HeatPump: 100 },
};

/** What a session is checked against. */
export interface CheckedBy {
  limits: Limits;
  /** Later instants are in the future, in milliseconds since the epoch. */
  nowMs: number;
  /** In the zone of the session. */
  period: Span;
}

const NONE = Number.NaN;
const HOUR_MS = 3_600_000;
/** How far registers may be off the total, from rounding five numbers to a millionth. */
export const REGISTER_TOLERANCE = 2;
/** What a device calls its average power explains up to half more, charging losses a quarter, its clock an hour. */
const SLACK = { power: 1.5, capacity: 1.25, clockMs: HOUR_MS } as const;

function timesBits(startMs: number, endMs: number, { limits, nowMs, period }: CheckedBy): number {
  let bits = 0;
  const latest = Math.max(startMs === startMs ? startMs : nowMs, endMs === endMs ? endMs : nowMs);
  if (latest > nowMs + SLACK.clockMs) bits |= BIT.future;
  if (startMs !== startMs || endMs !== endMs) return bits | BIT['no-times'];
  if (endMs < startMs) bits |= BIT['end-before-start'];
  if (endMs - startMs > limits.longestHours * HOUR_MS) bits |= BIT['too-long'];
  const crosses = (edge: number) => startMs < edge && endMs > edge;
  if (crosses(period.startMs) || crosses(period.endMs)) bits |= BIT['across-edge'];
  return bits;
}

/** Whether the capacity implied by an energy in millionths of a kWh and a gain in millionths of a percent is too large. */
function impliesMore(kwh: number, gained: number, most: number): boolean {
  const [implied, limit] = [(kwh * 1e8) / gained, most * 1e6];
  // Near the limit the double may be off: it is computed exactly, rounded down.
  if (Math.abs(implied - limit) > 1) return implied >= limit;
  return Number((BigInt(kwh) * 100_000_000n) / BigInt(gained)) >= limit;
}

/** Bits of what a session shows by itself. */
export function sessionBits(
  { amounts, indexes, marks, unknownUnits, dictionary }: SessionColumns,
  row: number,
  { type, capacityKwh }: CheckedEntity,
  by: CheckedBy,
): number {
  const [startMs, endMs] = [amounts.startMs[row] ?? NONE, amounts.endMs[row] ?? NONE];
  let bits = timesBits(startMs, endMs, by);
  const energy = amounts.energy[row] ?? NONE;
  const mark = marks[row] ?? 0;
  if ((mark & MARKS.listedDiffers) !== 0) bits |= BIT['listed-differently'];
  if ((mark & MARKS.outOfRange) !== 0) bits |= BIT['out-of-range'];
  else if (energy !== energy) bits |= BIT['no-energy'];
  if (unknownUnits.size > 0 && unknownUnits.has(row)) bits |= BIT['unknown-unit'];
  const { limits } = by;
  const powerMw = amounts.powerMw[row] ?? NONE;
  const mostKw = (type === null ? undefined : limits.typeKw[type]) ?? Infinity;
  if (powerMw > mostKw * 1e6) bits |= BIT['above-type-power'];
  if (energy !== energy) return bits;

  if (energy === 0) bits |= BIT['zero-energy'];
  const unitNo = indexes.unit[row] ?? 0;
  if (unitNo === 0) bits |= BIT['unknown-unit'];
  const t1 = amounts.t1[row] ?? NONE;
  const t2 = amounts.t2[row] ?? NONE;
  const t3 = amounts.t3[row] ?? NONE;
  const t4 = amounts.t4[row] ?? NONE;
  if (energy < 0 || t1 < 0 || t2 < 0 || t3 < 0 || t4 < 0) bits |= BIT['negative-energy'];
  if (t1 === t1 || t2 === t2 || t3 === t3 || t4 === t4) {
    const off = (t1 || 0) + (t2 || 0) + (t3 || 0) + (t4 || 0) - energy;
    if (off > REGISTER_TOLERANCE || off < -REGISTER_TOLERANCE) bits |= BIT['registers-differ'];
  }
  const unit = kwhPerUnit(dictionary.units.list[unitNo] ?? null);
  if (unit === null) return bits;
  const kwh = Math.trunc((energy * Number(unit.times)) / Number(unit.by));
  if (kwh >= limits.hugeKwh * 1e6) bits |= BIT['huge-energy'];
  if (capacityKwh !== null && kwh >= SLACK.capacity * capacityKwh * 1e6) {
    bits |= BIT['above-capacity'];
  }
  const lengthMs = endMs - startMs;
  if (lengthMs === 0 && energy > 0) bits |= BIT['no-duration'];
  if (powerMw === powerMw && lengthMs >= 0) {
    // Less than 1 kWh more is rounding of the power or the times.
    const most = SLACK.power * ((powerMw * lengthMs) / 3.6e12) + 1;
    if (kwh >= most * 1e6) bits |= BIT['above-power'];
  }
  if (lengthMs > 0 && kwh * HOUR_MS > mostKw * 1e6 * lengthMs) bits |= BIT['above-type-power'];
  const gained = (amounts.socEnd[row] ?? NONE) - (amounts.socStart[row] ?? NONE);
  if (gained > 0 && impliesMore(kwh, gained, limits.batteryKwh)) {
    bits |= BIT['implausible-capacity'];
  }
  return bits;
}

/** A device that tells a session twice may be off by this much between the two, in milliseconds. */
export const SAME_MS = 60_000;

/**
 * Finds sessions of one Entity that cannot both be true: the later of two that repeat or overlap each other, or that
 * continues an earlier one with less charge than that one ended with. One without a valid end counts as an instant.
 * @param type of the Entity: only one with a battery of its own continues with its charge, others serve many vehicles
 * @returns called with each session in the order of the columns; it returns bits, and the row of the earlier session
 */
export function pairChecks(
  { amounts, indexes }: SessionColumns,
  type: string | null,
): (row: number) => { bits: number; other: number } {
  const isBattery = hasBattery(type);
  let latest = -1;
  let latestEndMs = -Infinity;
  let recent: number[] = [];
  const at = (row: number) => amounts.startMs[row] ?? NONE;
  const none = { bits: 0, other: -1 };
  const found = (kind: Exception, other: number) => ({ bits: BIT[kind], other });
  return (row) => {
    const startMs = at(row);
    if (startMs !== startMs) return none;
    const [first] = recent;
    if (first !== undefined && startMs - at(first) > SAME_MS) {
      recent = recent.filter((each) => startMs - at(each) <= SAME_MS);
    }
    const energy = amounts.energy[row] ?? NONE;
    const isEqual = (each: number) =>
      energy !== 0 && amounts.energy[each] === energy && indexes.unit[each] === indexes.unit[row];
    const repeated = recent.findLast(isEqual);
    const same = repeated ?? recent.findLast((each) => at(each) === startMs);
    let pair = none;
    if (repeated !== undefined) pair = found('repeated', repeated);
    else if (startMs < latestEndMs) pair = found('overlap', latest);
    else if (same !== undefined) pair = found('overlap', same);
    else if (isBattery && latest >= 0 && startMs - latestEndMs <= SAME_MS) {
      const [left, met] = [amounts.socEnd[latest] ?? NONE, amounts.socStart[row] ?? NONE];
      if (met < left) pair = found('resumes-lower', latest);
    }
    const endMs = amounts.endMs[row] ?? NONE;
    const end = endMs > startMs ? endMs : startMs;
    if (end > latestEndMs) {
      latest = row;
      latestEndMs = end;
    }
    recent.push(row);
    return pair;
  };
}

/** A field is missing where most sessions of the type have it. */
const USUAL_SHARE = 0.5;
const FIELDS = ['no-location', 'missing-power', 'missing-charge'] as const;

/** Fields that a session lacks, as bits. */
function lackedBits({ indexes, lacks }: SessionColumns, row: number): number {
  const lack = lacks[row] ?? 0;
  return (
    ((indexes.location[row] ?? 0) === 0 ? BIT['no-location'] : 0) |
    ((lack & LACKS.power) === 0 ? 0 : BIT['missing-power']) |
    ((lack & (LACKS.socStart | LACKS.socEnd)) === 0 ? 0 : BIT['missing-charge'])
  );
}

/**
 * Finds which fields are missing: judged by what sessions of a type in the same report usually have.
 * @param isHere whether a row is in the report
 * @returns bits of a row
 */
export function missingFields(
  columns: SessionColumns,
  entities: readonly Pick<CheckedEntity, 'type'>[],
  isHere: (row: number) => boolean,
): (row: number) => number {
  const types = [...new Set(entities.map(({ type }) => type))];
  const typeOf = Uint32Array.from(entities, ({ type }) => types.indexOf(type));
  const seen = types.map(() => ({ sessions: 0, lacking: FIELDS.map(() => 0) }));
  const typeAt = (row: number) => typeOf[columns.indexes.entity[row] ?? 0] ?? 0;
  for (let row = 0; row < columns.count; row += 1) {
    const own = isHere(row) ? seen[typeAt(row)] : undefined;
    if (own === undefined) continue;
    own.sessions += 1;
    const bits = lackedBits(columns, row);
    if (bits === 0) continue;
    FIELDS.forEach((field, at) => {
      if ((bits & BIT[field]) !== 0) own.lacking[at] = (own.lacking[at] ?? 0) + 1;
    });
  }
  const usual = seen.map(({ sessions, lacking }, at) =>
    FIELDS.filter(
      (field, place) =>
        (lacking[place] ?? 0) <= sessions * USUAL_SHARE &&
        (field !== 'missing-charge' || mayHaveCapacity(types[at] ?? null)),
    ).reduce((bits, field) => bits | BIT[field], 0),
  );
  return (row) => lackedBits(columns, row) & (usual[typeAt(row)] ?? 0);
}
