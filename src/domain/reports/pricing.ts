import type { Band, Rate, TariffContent, Validity } from '../../contract/console/report-tariff.ts';
import { addDays, startOfDateMs } from '../time.ts';
import { microsOfText, type Micros } from './exact.ts';
import { REGISTERS, type Registers } from './report-session.ts';
import { weekdayOf, zoneCalendar, type CalendarPlace } from './zone-calendar.ts';

/** The price of a kWh at an instant: one, or one per register; null if there is none. */
type PriceAt =
  | { kind: 'one'; price: Micros | null }
  | { kind: 'registers'; prices: Registers<Micros | null> };

/** A tariff prepared for pricing sessions. Prices are millionths of the currency per kWh. */
export interface Pricing {
  priceAt(ms: number): PriceAt;
  /** The next instant at which the price may change; Infinity if never. */
  nextChangeMs(ms: number): number;
}

const NO_PRICE: PriceAt = { kind: 'one', price: null };
const micros = (price: string | null): Micros | null =>
  price === null ? null : microsOfText(price);

function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Whether a value is within bounds that may wrap around, as 22:00 to 06:00 does. */
function isBetween<T>(value: T, from: T, to: T, wraps: boolean): boolean {
  return wraps ? value >= from || value < to : value >= from && value < to;
}

function holds(band: Band, place: CalendarPlace): boolean {
  const [from, to] = [minuteOf(band.from), minuteOf(band.to)];
  // A band with equal ends covers the whole day.
  if (!isBetween(place.minute, from, to, to <= from)) return false;
  return band.weekdays === null || band.weekdays.includes(weekdayOf(place.day));
}

function priceOf(rate: Rate, place: CalendarPlace): PriceAt {
  switch (rate.kind) {
    case 'flat':
      return { kind: 'one', price: micros(rate.price) };
    case 'registers': {
      const [t1, t2, t3, t4] = REGISTERS.map((register) => micros(rate[register]));
      return { kind: 'registers', prices: [t1 ?? null, t2 ?? null, t3 ?? null, t4 ?? null] };
    }
    case 'time-of-use': {
      const band = rate.bands.find((one) => holds(one, place));
      return { kind: 'one', price: micros(band === undefined ? rate.otherwise : band.price) };
    }
  }
}

interface Stretch {
  startMs: number;
  endMs: number;
  rate: Rate;
  /** Minutes of the day at which the price may change. */
  edges: readonly number[];
  /** The price, if it never changes. */
  fixed: PriceAt | null;
}

function stretchOf(zone: string, validity: Validity): Stretch {
  const { rate } = validity;
  const times = rate.kind === 'time-of-use' ? rate.bands.flatMap(({ from, to }) => [from, to]) : [];
  const anywhere = { day: 0, hour: 0, minute: 0, hourAt: 0 };
  return {
    startMs: startOfDateMs(zone, validity.validFrom),
    endMs: validity.validTo === null ? Infinity : startOfDateMs(zone, addDays(validity.validTo, 1)),
    rate,
    edges: [...new Set(times.map(minuteOf))].toSorted((a, b) => a - b),
    fixed: rate.kind === 'time-of-use' ? null : priceOf(rate, anywhere),
  };
}

/**
 * Prepares a tariff. Dates, weekdays and hours are in the tariff's own zone.
 * @throws RangeError if there is no such zone
 */
export function pricingOf(tariff: TariffContent): Pricing {
  const calendar = zoneCalendar(tariff.zone);
  const stretches = tariff.validities
    .map((validity) => stretchOf(tariff.zone, validity))
    .toSorted((a, b) => a.startMs - b.startMs);
  const at = (ms: number) => stretches.find(({ startMs, endMs }) => ms >= startMs && ms < endMs);

  return {
    priceAt(ms) {
      const stretch = at(ms);
      if (stretch === undefined) return NO_PRICE;
      return stretch.fixed ?? priceOf(stretch.rate, calendar.placeOf(ms));
    },
    nextChangeMs(ms) {
      const stretch = at(ms);
      if (stretch === undefined) {
        return stretches.find(({ startMs }) => startMs > ms)?.startMs ?? Infinity;
      }
      if (stretch.fixed !== null) return stretch.endMs;
      return Math.min(stretch.endMs, calendar.nextEdgeMs(ms, stretch.edges));
    },
  };
}
