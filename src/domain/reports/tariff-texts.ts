import type {
  EnergyRate,
  PriceBand,
  TariffPeriod,
  TariffText,
} from '../../contract/console/tariff.ts';
import { formatCount, formatDate, formatDateTime } from '../format.ts';
import { isoInstant } from '../instant.ts';
import { addDays } from '../time.ts';
import { REGISTERS } from '../session-maths.ts';
import { weekdaysLabel } from './tariff-labels.ts';

/** The kind of a price; null: energy has none. */
export const RATE_KINDS: Readonly<Record<EnergyRate['kind'] | 'none', string>> = {
  flat: 'One price',
  registers: 'By register',
  'time-of-use': 'By time of use',
  hourly: 'Hourly, from a file',
  none: 'No price',
};

/** A price in its currency: "0.27 CHF/kWh", or "no price". */
function priceText(price: string | null, currency: string): string {
  return price === null ? 'no price' : `${price} ${currency}/kWh`;
}

function bandText({ name, price, weekdays, from, to }: PriceBand, currency: string): string {
  const isWhole = from === to || (from === '00:00' && to === '24:00');
  const hours = isWhole ? 'all day' : `${from}–${to}`;
  return `${name} ${priceText(price, currency)} (${weekdaysLabel(weekdays)}, ${hours})`;
}

/** The prices of a list in short: how many, of what length, and from when to when in the zone. */
export function pricesText(
  { start, minutes, prices }: Extract<EnergyRate, { kind: 'hourly' }>,
  zone: string,
): string {
  const end = isoInstant(Date.parse(start) + prices.length * minutes * 60_000);
  const count = formatCount(prices.length, 'price', 'prices');
  const [from, to] = [start, end].map((instant) => formatDateTime(instant, zone));
  return `${count}, one for every ${minutes} minutes, ${from} to ${to}`;
}

/** What energy and sessions cost in a period of a tariff, in one line. */
function pricingText(
  { energy, perSession, perHour }: TariffPeriod,
  { currency, zone }: Pick<TariffText, 'currency' | 'zone'>,
): string {
  const fees = [
    perSession === null ? null : `${perSession} ${currency} per session`,
    perHour === null ? null : `${perHour} ${currency} per hour`,
  ];
  return [energyText(energy, currency, zone), ...fees].filter((part) => part !== null).join('; ');
}

function energyText(energy: EnergyRate | null, currency: string, zone: string): string {
  if (energy === null) return priceText(null, currency);
  switch (energy.kind) {
    case 'flat':
      return priceText(energy.price, currency);
    case 'registers':
      return REGISTERS.map(
        (register) => `${register} ${priceText(energy[register], currency)}`,
      ).join(', ');
    case 'time-of-use':
      return [
        ...energy.bands.map((band) => bandText(band, currency)),
        `otherwise ${priceText(energy.otherwise, currency)}`,
      ].join('; ');
    case 'hourly':
      return pricesText(energy, zone);
  }
}

/** The periods of a tariff, each with its dates in words and what it costs then, the earliest first. */
export function tariffPeriods(content: TariffText) {
  const sorted = content.periods.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return sorted.map((period, at) => {
    const next = sorted[at + 1]?.from;
    const dates =
      next === undefined
        ? `from ${formatDate(period.from)} on`
        : `${formatDate(period.from)} to ${formatDate(addDays(next, -1))}`;
    return { from: period.from, dates, text: pricingText(period, content) };
  });
}

/** What a tariff costs on a date, and how many other periods it has. @param date YYYY-MM-DD */
export function tariffText(content: TariffText, date: string): string {
  const all = tariffPeriods(content);
  const now = all.findLast(({ from }) => from <= date);
  const others = all.length - (now === undefined ? 0 : 1);
  const rest = formatCount(others, 'other period', 'other periods');
  if (now === undefined) return `No price yet; ${rest}`;
  return others === 0 ? now.text : `${now.text}, and ${rest}`;
}
