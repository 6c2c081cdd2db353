import type { TariffText } from '../../contract/console/tariff.ts';
import { addDays, startOfDateMs } from '../time.ts';
import { microsToText } from './exact.ts';
import { pricesOf, type Prices } from './tariff-prices.ts';
import { zoneCalendar } from './zone-calendar.ts';

/** A part of a day with one price. */
export interface PricePart {
  /** Minutes of the wall clock since midnight; the day ends at 1440. */
  fromMinute: number;
  toMinute: number;
  /** Per kWh, exact: one price, or one for each of t1 to t4; null if there is none. */
  prices: readonly (string | null)[];
}

/** A day in a week of prices. */
interface PriceDay {
  /** YYYY-MM-DD. */
  date: string;
  parts: readonly PricePart[];
}

const MINUTE_MS = 60_000;

function pricesAt(prices: Prices, ms: number): (string | null)[] {
  const at = prices.at(ms);
  return (at.registers ?? [at]).map(({ price }) =>
    Number.isNaN(price) ? null : microsToText(BigInt(price)),
  );
}

/**
 * The prices of seven days, by the same rules that price sessions.
 * @param monday first date, YYYY-MM-DD
 * @throws RangeError if there is no such zone
 */
export function weekOfPrices(tariff: TariffText, monday: string): PriceDay[] {
  const told = pricesOf(tariff);
  const calendar = zoneCalendar(tariff.zone);
  return Array.from({ length: 7 }, (_, at) => {
    const date = addDays(monday, at);
    const endMs = startOfDateMs(tariff.zone, addDays(date, 1));
    const parts: PricePart[] = [];
    for (let ms = startOfDateMs(tariff.zone, date); ms < endMs;) {
      const nextMs = Math.min(told.nextChangeMs(ms), endMs);
      const prices = pricesAt(told, ms);
      const fromMinute = calendar.placeOf(ms).minute;
      const last = parts.at(-1);
      // The last minute before, so that a clock change back does not end a part before it begins.
      const toMinute = calendar.placeOf(nextMs - MINUTE_MS).minute + 1;
      // At a clock change the wall clock jumps: the rest is a separate part.
      const goesOn = last?.toMinute === fromMinute && last.prices.join() === prices.join();
      if (goesOn) last.toMinute = toMinute;
      else parts.push({ fromMinute, toMinute, prices });
      ms = nextMs;
    }
    return { date, parts };
  });
}

/** Minutes since midnight as a time of day: "07:30"; the end of a day is "24:00". */
export function timeOfMinute(minute: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}
