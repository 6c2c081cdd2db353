import type {
  EnergyRate,
  PriceBand,
  TariffPeriod,
  TariffText,
} from '../../contract/console/tariff.ts';
import { startOfDateMs } from '../time.ts';
import { microsOfText } from './exact.ts';
import { REGISTERS } from '../session-maths.ts';
import { weekdayOf, zoneCalendar, type CalendarPlace } from './zone-calendar.ts';

const NONE = Number.NaN;

/** What a kWh costs at an instant, in millionths of the currency. */
interface PriceAt {
  /** NaN: no price. */
  price: number;
  /** One for each register instead. */
  registers: readonly Pick<PriceAt, 'price' | 'line'>[] | null;
  /** Fees in millionths; NaN: none. */
  perSession: number;
  perHour: number;
  /** What it is called on a statement: an index into `lines`. */
  line: number;
}

/** A tariff prepared for pricing sessions. */
export interface Prices {
  at(ms: number): PriceAt;
  /** The next instant at which a price may change; Infinity if never. */
  nextChangeMs(ms: number): number;
  /** Names of prices, and of the fees. */
  lines: readonly string[];
}

const micros = (text: string | null): number =>
  text === null ? NONE : Number(microsOfText(text) ?? 0n);

function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Whether a band holds; one with equal ends covers the whole day, and one may span midnight. */
function holds(
  { from: first, to: last, weekdays }: PriceBand,
  { minute, day }: CalendarPlace,
): boolean {
  const [from, to] = [minuteOf(first), minuteOf(last)];
  const isIn = to <= from ? minute >= from || minute < to : minute >= from && minute < to;
  return isIn && (weekdays === null || weekdays.includes(weekdayOf(day)));
}

/** A time with one rate: it finds the price of each instant. */
interface Stretch {
  startMs: number;
  endMs: number;
  at(ms: number): PriceAt;
  nextMs(ms: number): number;
}

interface StretchParts {
  calendar: ReturnType<typeof zoneCalendar>;
  currency: string;
  lineOf: (name: string) => number;
}

function ofRate(
  rate: EnergyRate | null,
  fees: Pick<PriceAt, 'perSession' | 'perHour'>,
  { calendar, currency, lineOf }: StretchParts,
): Pick<Stretch, 'at' | 'nextMs'> {
  const told = (price: string) => `${price} ${currency}/kWh`;
  const one = (price: string | null, name: string): PriceAt => ({
    ...fees,
    price: micros(price),
    registers: null,
    line: lineOf(price === null ? 'Without a price' : name),
  });
  const never = () => Infinity;
  if (rate === null) {
    const none = one(null, '');
    return { at: () => none, nextMs: never };
  }
  switch (rate.kind) {
    case 'flat': {
      const flat = one(rate.price, `Energy at ${told(rate.price)}`);
      return { at: () => flat, nextMs: never };
    }
    case 'registers': {
      const registers = REGISTERS.map((name) => ({
        price: micros(rate[name]),
        line: lineOf(`Energy in ${name} at ${told(rate[name] ?? '–')}`),
      }));
      const all = { ...one(null, ''), registers };
      return { at: () => all, nextMs: never };
    }
    case 'time-of-use': {
      const times = rate.bands.flatMap(({ from, to }) => [minuteOf(from), minuteOf(to)]);
      const edges = [...new Set(times)].toSorted((a, b) => a - b);
      const bands = rate.bands.map((band) => ({
        band,
        price: one(band.price, `${band.name} at ${told(band.price)}`),
      }));
      const otherwise = one(rate.otherwise, `Other hours at ${told(rate.otherwise ?? '')}`);
      return {
        at(ms) {
          const place = calendar.placeOf(ms);
          return bands.find(({ band }) => holds(band, place))?.price ?? otherwise;
        },
        nextMs: (ms) => calendar.nextEdgeMs(ms, edges),
      };
    }
    case 'hourly': {
      const startMs = Date.parse(rate.start);
      const stepMs = rate.minutes * 60_000;
      const name =
        rate.minutes === 60 ? 'Energy at hourly prices' : 'Energy at prices of the market';
      const line = lineOf(name);
      const none = one(null, '');
      const prices = rate.prices.map((price) => ({ ...none, price: micros(price), line }));
      return {
        at: (ms) => prices[Math.floor((ms - startMs) / stepMs)] ?? none,
        nextMs(ms) {
          if (ms < startMs) return startMs;
          const at = Math.floor((ms - startMs) / stepMs);
          return at >= prices.length ? Infinity : startMs + (at + 1) * stepMs;
        },
      };
    }
  }
}

/** Of Entities that no tariff of a priced report is for. */
export const NO_PRICES: Prices = {
  lines: [],
  at: () => ({ price: NONE, registers: null, perSession: NONE, perHour: NONE, line: 0 }),
  nextChangeMs: () => Infinity,
};

/** The names of the fees on a statement come first. */
export const FEE_LINES = { perSession: 0, perHour: 1 } as const;

/**
 * Prepares a tariff. Dates, weekdays and hours are in the tariff's own zone.
 * @throws RangeError if there is no such zone
 */
export function pricesOf({ zone, currency, periods }: TariffText): Prices {
  const calendar = zoneCalendar(zone);
  const lines: string[] = ['Fee per session', 'Fee per hour'];
  const parts: StretchParts = {
    calendar,
    currency,
    lineOf(name) {
      const known = lines.indexOf(name);
      return known === -1 ? lines.push(name) - 1 : known;
    },
  };
  const sorted = periods.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const stretchOf = ({ from, energy, perSession, perHour }: TariffPeriod, at: number): Stretch => {
    const next = sorted[at + 1];
    const fees = { perSession: micros(perSession), perHour: micros(perHour) };
    return {
      startMs: startOfDateMs(zone, from),
      endMs: next === undefined ? Infinity : startOfDateMs(zone, next.from),
      ...ofRate(energy, fees, parts),
    };
  };
  const stretches = sorted.map(stretchOf);
  const [first] = stretches;
  const before = ofRate(null, { perSession: NONE, perHour: NONE }, parts).at(0);
  const stretchAt = (ms: number) => stretches.findLast(({ startMs }) => ms >= startMs);
  return {
    lines,
    at: (ms) => stretchAt(ms)?.at(ms) ?? before,
    nextChangeMs(ms) {
      const stretch = stretchAt(ms);
      if (stretch === undefined) return first?.startMs ?? Infinity;
      return Math.min(stretch.endMs, stretch.nextMs(ms));
    },
  };
}
