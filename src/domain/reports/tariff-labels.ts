import type { Rate, TariffContent, Validity } from '../../contract/console/report-tariff.ts';
import { formatCount, formatDate } from '../format.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The short name of a weekday. @param weekday 1 Monday to 7 Sunday */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}

/** A price in its currency: "0.27 CHF/kWh", or "no price". */
function priceLabel(price: string | null, currency: string): string {
  return price === null ? 'no price' : `${price} ${currency}/kWh`;
}

/** Weekdays in short: "Mon–Fri", "Sat, Sun"; null is every day. */
export function weekdaysLabel(weekdays: readonly number[] | null): string {
  if (weekdays === null) return 'every day';
  const runs: number[][] = [];
  for (const day of weekdays.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const [first = 0, last = 0] = [run[0], run.at(-1)];
      return run.length > 2
        ? [`${weekdayName(first)}–${weekdayName(last)}`]
        : run.map((day) => weekdayName(day));
    })
    .join(', ');
}

type Band = Extract<Rate, { kind: 'time-of-use' }>['bands'][number];

function bandLabel(band: Band, currency: string): string {
  const when = [
    weekdaysLabel(band.weekdays),
    band.from === band.to || (band.from === '00:00' && band.to === '24:00')
      ? 'all day'
      : `${band.from}–${band.to}`,
  ];
  return `${band.name} ${priceLabel(band.price, currency)} (${when.join(', ')})`;
}

/** The price of a kWh by a rate. */
export function rateLabel(rate: Rate, currency: string): string {
  switch (rate.kind) {
    case 'flat':
      return priceLabel(rate.price, currency);
    case 'registers':
      return (['t1', 't2', 't3', 't4'] as const)
        .map((register) => `${register} ${priceLabel(rate[register], currency)}`)
        .join(', ');
    case 'time-of-use':
      return [
        ...rate.bands.map((band) => bandLabel(band, currency)),
        `otherwise ${priceLabel(rate.otherwise, currency)}`,
      ].join('; ');
  }
}

/** The kind of a rate. */
export const RATE_LABELS: Readonly<Record<Rate['kind'], string>> = {
  flat: 'One price',
  registers: 'By register',
  'time-of-use': 'By time of use',
};

/** The validity period of a rate. */
export function validityLabel({ validFrom, validTo }: Validity): string {
  return validTo === null
    ? `from ${formatDate(validFrom)} on`
    : `${formatDate(validFrom)} to ${formatDate(validTo)}`;
}

/** The validity on a date, or null if the tariff has no price then. @param date YYYY-MM-DD */
function validOn(content: TariffContent, date: string): Validity | null {
  return (
    content.validities.find(
      ({ validFrom, validTo }) => validFrom <= date && (validTo === null || date <= validTo),
    ) ?? null
  );
}

/** The price of a tariff on a date, and the number of its other validities. */
export function tariffLabel(content: TariffContent, date: string): string {
  const now = validOn(content, date);
  const others = content.validities.length - (now === null ? 0 : 1);
  const rest =
    others === 0 ? '' : `, and ${formatCount(others, 'other validity', 'other validities')}`;
  return now === null
    ? `No price today; ${formatCount(others, 'validity', 'validities')} at other times`
    : `${rateLabel(now.rate, content.currency)}${rest}`;
}
