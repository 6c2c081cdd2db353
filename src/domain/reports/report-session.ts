import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Quantity } from '../../contract/primitives.ts';
import { foreignName } from '../foreign-label.ts';
import { LARGEST_AMOUNT, sessionSpan, stateOfCharge } from '../session-maths.ts';
import { MICRO, microsOfNumber, type Micros } from './exact.ts';
import { divideRounded } from './rounding.ts';

/** Amounts beyond this are not added; they are listed as out of range. */
const LARGEST: Micros = BigInt(LARGEST_AMOUNT) * MICRO;

/** Registers t1 to t4 in this order. */
export const REGISTERS = ['t1', 't2', 't3', 't4'] as const;
export type Registers<T> = [T, T, T, T];

/** The place of a session: the Service's match, and the reported place. */
interface SessionPlace {
  locationId: string | null;
  label: string | null;
  /** As reported with the match; its meaning is not documented. */
  accuracy: number | null;
  address: string | null;
}

/** A session as reports use it. Energy is in exact millionths of its unit. */
export interface ReportSession {
  id: string;
  startMs: number | null;
  endMs: number | null;
  /** The energy unit, verbatim; null if none was reported. */
  unit: string | null;
  energy: Micros | null;
  registers: Registers<Micros | null>;
  /** Average power in milliwatts, null if missing or in an unknown unit. */
  powerMw: Micros | null;
  /** Millionths of a percent. */
  socStart: Micros | null;
  socEnd: Micros | null;
  /**
   * Gained range in millionths of a km, converted from miles; null if missing or in another unit.
   */
  rangeGain: Micros | null;
  place: SessionPlace;
  /** Values that are too large to be added. */
  outOfRange: boolean;
  /** Unknown units, verbatim. */
  unknownUnits: string[];
  /** Fields that this session lacks. */
  missing: string[];
}

/** The kWh per unit of energy, as a fraction; null if not known. */
export function kwhPerUnit(unit: string | null): { times: bigint; by: bigint } | null {
  if (unit === 'kWh') return { times: 1n, by: 1n };
  if (unit === 'Wh') return { times: 1n, by: 1000n };
  return unit === 'MWh' ? { times: 1000n, by: 1n } : null;
}

/** Milliwatts per millionth of a unit of power, as a fraction. */
const POWER_UNITS: ReadonlyMap<string, { times: bigint; by: bigint }> = new Map([
  ['W', { times: 1n, by: 1000n }],
  ['kW', { times: 1n, by: 1n }],
  ['MW', { times: 1000n, by: 1n }],
]);

const CHARGE_AT_START = 'charge at start';
const CHARGE_AT_END = 'charge at end';
/** The names of missing fields that only an Entity with a battery has. */
export const STATES_OF_CHARGE: ReadonlySet<string> = new Set([CHARGE_AT_START, CHARGE_AT_END]);

/** An empty text counts as missing. */
function textOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

const unitOf = (quantity: Quantity | null): string | null => textOf(quantity?.unit);

/** Millionths of a kilometre per unit of range: a mile is exactly 1.609344 km. */
const RANGE_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['km', 1_000_000n],
  ['mi', 1_609_344n],
  ['miles', 1_609_344n],
]);

/** The difference of two ranges in millionths of a km, rounded once, halves away from zero. */
function rangeGained(
  start: Quantity | null,
  end: Quantity | null,
  exact: (value: number | null) => Micros | null,
): Micros | null {
  const [perStart, perEnd] = [start, end].map((one) => RANGE_UNITS.get(unitOf(one) ?? ''));
  if (perStart === undefined || perEnd === undefined) return null;
  const [from, to] = [exact(start?.value ?? null), exact(end?.value ?? null)];
  return from === null || to === null ? null : divideRounded(to * perEnd - from * perStart, MICRO);
}

function powerOf(quantity: Quantity | null): Micros | null {
  const scale = POWER_UNITS.get(unitOf(quantity) ?? '');
  const micros = microsOfNumber(quantity?.value ?? Number.NaN);
  return scale === undefined || micros === null
    ? null
    : divideRounded(micros * scale.times, scale.by);
}

/**
 * Parses a session of the interface into exact amounts. Summed units are not converted; only power is, as
 * just its maximum is shown.
 */
export function readSession(session: ChargeSession): ReportSession {
  const { data } = session;
  const charge = data?.charge ?? null;
  const total = charge?.total ?? null;
  let outOfRange = false;
  const exact = (value: number | null): Micros | null => {
    if (value === null) return null;
    const micros = microsOfNumber(value);
    if (micros !== null && micros <= LARGEST && micros >= -LARGEST) return micros;
    outOfRange = true;
    return null;
  };

  const registers: ReportSession['registers'] = [
    exact(total?.t1 ?? null),
    exact(total?.t2 ?? null),
    exact(total?.t3 ?? null),
    exact(total?.t4 ?? null),
  ];
  const known = registers.filter((micros) => micros !== null);
  const summed = known.length === 0 ? null : known.reduce((sum, micros) => sum + micros, 0n);
  const allKnown = outOfRange ? null : summed;
  // Registers do not replace a total that cannot be added: the sum would look valid.
  const energy = total !== null && total.total !== null ? exact(total.total) : allKnown;

  const rangeStart = data?.range?.start ?? null;
  const rangeEnd = data?.range?.end ?? null;
  const rangeGain = rangeGained(rangeStart, rangeEnd, exact);

  const power = powerOf(charge?.averagePower ?? null);
  const powerMw = power !== null && power <= LARGEST && power >= -LARGEST ? power : null;
  if (power !== powerMw) outOfRange = true;

  const unit = textOf(total?.unit);
  const match = data?.locationMatches?.find(({ location }) => location !== null) ?? null;
  const { startMs, endMs } = sessionSpan(session);
  const socStart = exact(stateOfCharge(charge?.start ?? null));
  const socEnd = exact(stateOfCharge(charge?.end ?? null));
  return {
    id: session.id,
    startMs,
    endMs,
    unit,
    energy,
    registers,
    powerMw,
    socStart,
    socEnd,
    rangeGain,
    place: {
      locationId: match?.location?.id ?? null,
      label: foreignName(match?.location?.label),
      accuracy: match?.accuracy ?? null,
      address: foreignName(data?.location?.address),
    },
    unknownUnits: unknownUnits([
      [unit, kwhPerUnit(unit) !== null],
      ...[charge?.averagePower ?? null].map((one) => unitAnd(one, (name) => POWER_UNITS.has(name))),
      ...[charge?.start ?? null, charge?.end ?? null].map((one) =>
        unitAnd(one, (name) => name === '%'),
      ),
      ...[rangeStart, rangeEnd].map((one) => unitAnd(one, (name) => RANGE_UNITS.has(name))),
    ]),
    missing: [
      ...(isMissing(charge?.averagePower) ? ['average power'] : []),
      ...(isMissing(charge?.start) ? [CHARGE_AT_START] : []),
      ...(isMissing(charge?.end) ? [CHARGE_AT_END] : []),
    ],
    outOfRange,
  };
}

const isMissing = (quantity: Quantity | null | undefined) => (quantity?.value ?? null) === null;

function unitAnd(
  quantity: Quantity | null,
  isKnown: (name: string) => boolean,
): [string | null, boolean] {
  const name = unitOf(quantity);
  return [name, name !== null && isKnown(name)];
}

function unknownUnits(units: readonly [string | null, boolean][]): string[] {
  const unknown = units.flatMap(([name, isKnown]) => (name === null || isKnown ? [] : [name]));
  return [...new Set(unknown)];
}
