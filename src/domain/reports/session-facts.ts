import { beginningOf, oneLine } from '../../lib/well-formed.ts';
import { foreignName } from '../foreign-label.ts';
import { instantMs } from '../instant.ts';
import { LARGEST_AMOUNT } from '../session-maths.ts';
import { MICRO, microsOfNumber, divideRounded } from './exact.ts';
import { kwhPerUnit } from './energy-unit.ts';
import { scaled } from './exact-numbers.ts';

type Maybe<T> = T | null | undefined;
interface ToldQuantity {
  unit?: Maybe<string>;
  value?: Maybe<number>;
}

/** A session as the fleet store keeps it: checked by the schema of a session, with unknown and absent fields. */
export interface ToldSession {
  id: string;
  data?: Maybe<{
    start?: Maybe<string>;
    end?: Maybe<string>;
    charge?: Maybe<{
      averagePower?: Maybe<ToldQuantity>;
      start?: Maybe<ToldQuantity>;
      end?: Maybe<ToldQuantity>;
      total?: Maybe<{
        t1?: Maybe<number>;
        t2?: Maybe<number>;
        t3?: Maybe<number>;
        t4?: Maybe<number>;
        total?: Maybe<number>;
        unit?: Maybe<string>;
      }>;
    }>;
    location?: Maybe<{
      address?: Maybe<string>;
      latitude?: Maybe<number>;
      longitude?: Maybe<number>;
    }>;
    locationMatches?: Maybe<{ location?: Maybe<{ id: string; label?: Maybe<string> }> }[]>;
    range?: Maybe<{ start?: Maybe<ToldQuantity>; end?: Maybe<ToldQuantity> }>;
  }>;
}

/**
 * What reports count of a session. Amounts are whole millionths of their unit, power milliwatts, range millionths of a
 * km, instants milliseconds since the epoch. The store keeps it beside the session: its JSON is read in a fifth of the
 * time. Whoever changes what it means empties `fleet_sessions.facts` in a step of the store.
 */
export type SessionFacts = readonly [
  id: string,
  /** In the order of `AMOUNT_COLUMNS`. */
  amounts: readonly (number | null)[],
  /** See `LACKS`. */
  lacks: number,
  /** 1: a value is too large to be added. */
  outOfRange: number,
  unit: string | null,
  /** The id of the matched Location, a space, and its label. */
  location: string | null,
  address: string | null,
  /** IANA zone of its place. */
  zone: string | null,
  unknownUnits: readonly string[],
];

/** The fields that devices may leave out, each a bit of `lacks`. */
export const LACKS = { power: 1, socStart: 2, socEnd: 4 } as const;

/** Amounts beyond this are not added; they are listed as out of range. Millionths. */
const LARGEST_MICROS = LARGEST_AMOUNT * 1e6;
/** The longest unit, in characters: as in the contract. */
const UNIT_MAX = 40;
const POWER = new Map([
  ['W', { times: 1, by: 1000 }],
  ['kW', { times: 1, by: 1 }],
  ['MW', { times: 1000, by: 1 }],
]);
/** Millionths of a kilometre per unit of range. */
const RANGE = new Map([
  ['km', 1_000_000],
  ['mi', 1_609_344],
  ['miles', 1_609_344],
]);

const unitOf = (told: Maybe<string>): string | null =>
  beginningOf(oneLine(told ?? ''), UNIT_MAX).trim() || null;

/** Whole millionths of a JSON number; null if there is none. */
function microsOf(value: Maybe<number>): number | null {
  if (value === null || value === undefined) return null;
  const exact = microsOfNumber(value);
  return exact === null ? Infinity : Number(exact);
}

const hasValue = (quantity: Maybe<ToldQuantity>) => (quantity?.value ?? null) !== null;

/**
 * Reads what reports count of a session.
 * @param zoneAt the IANA zone of a latitude and longitude in degrees: its table is large, and only reports need it
 */
export function factsOf(
  { id, data }: ToldSession,
  zoneAt: (latitude: number, longitude: number) => string | null,
): SessionFacts {
  const charge = data?.charge;
  const total = charge?.total;
  const unknown = new Set<string>();
  let isOut = false;
  const within = (micros: number | null) => {
    if (micros === null || Math.abs(micros) <= LARGEST_MICROS) return micros;
    isOut = true;
    return null;
  };
  const exact = (value: Maybe<number>) => within(microsOf(value));

  const registers = [exact(total?.t1), exact(total?.t2), exact(total?.t3), exact(total?.t4)];
  const known = registers.filter((micros) => micros !== null);
  // Registers do not replace a total that cannot be added: the sum would look valid.
  const summed =
    known.length === 0 || isOut ? null : known.reduce((sum, micros) => sum + micros, 0);
  const energy = (total?.total ?? null) === null ? summed : exact(total?.total);
  const unit = unitOf(total?.unit);
  if (unit !== null && kwhPerUnit(unit) === null) unknown.add(unit);

  const powerOf = (quantity: Maybe<ToldQuantity>) => {
    const own = unitOf(quantity?.unit);
    const scale = POWER.get(own ?? '');
    if (own !== null && scale === undefined) unknown.add(own);
    const micros = microsOf(quantity?.value);
    if (scale === undefined || micros === null || !Number.isFinite(micros)) return null;
    return within(scaled(micros, scale.times, scale.by));
  };
  const chargeOf = (quantity: Maybe<ToldQuantity>) => {
    const own = unitOf(quantity?.unit);
    if (own !== null && own !== '%') unknown.add(own);
    return own === '%' ? exact(quantity?.value) : null;
  };
  /** The gained range, rounded once. */
  const rangeOf = (start: Maybe<ToldQuantity>, end: Maybe<ToldQuantity>) => {
    const [from, to] = [unitOf(start?.unit), unitOf(end?.unit)];
    const [perStart, perEnd] = [RANGE.get(from ?? ''), RANGE.get(to ?? '')];
    if (from !== null && perStart === undefined) unknown.add(from);
    if (to !== null && perEnd === undefined) unknown.add(to);
    if (perStart === undefined || perEnd === undefined) return null;
    const [first, last] = [exact(start?.value), exact(end?.value)];
    if (first === null || last === null) return null;
    const gained = BigInt(last) * BigInt(perEnd) - BigInt(first) * BigInt(perStart);
    return Number(divideRounded(gained, MICRO));
  };

  const power = powerOf(charge?.averagePower);
  const [socStart, socEnd] = [chargeOf(charge?.start), chargeOf(charge?.end)];
  const rangeGain = rangeOf(data?.range?.start, data?.range?.end);
  const times = [instantMs(data?.start ?? null), instantMs(data?.end ?? null)];
  const lacks =
    (hasValue(charge?.averagePower) ? 0 : LACKS.power) |
    (hasValue(charge?.start) ? 0 : LACKS.socStart) |
    (hasValue(charge?.end) ? 0 : LACKS.socEnd);
  const { latitude = null, longitude = null } = data?.location ?? {};
  const match = data?.locationMatches?.find((one) => (one.location ?? null) !== null)?.location;
  return [
    id.toLowerCase(),
    [...times, energy, ...registers, power, socStart, socEnd, rangeGain],
    lacks,
    Number(isOut),
    unit,
    match === null || match === undefined
      ? null
      : `${match.id.toLowerCase()} ${foreignName(match.label) ?? ''}`,
    foreignName(data?.location?.address),
    latitude === null || longitude === null ? null : zoneAt(latitude, longitude),
    [...unknown],
  ];
}

/** The order of sessions in the columns: by start, those without one last, then by id. */
export function byStart(a: SessionFacts, b: SessionFacts): number {
  const startA = a[1][0] ?? Infinity;
  const startB = b[1][0] ?? Infinity;
  if (startA !== startB) return startA - startB;
  return a[0] < b[0] ? -1 : 1;
}
