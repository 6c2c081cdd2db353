import type { Control } from 'react-hook-form';
import { PriceList, TariffText, type EnergyRate } from '../../../contract/console/tariff.ts';
import { z } from '../../../contract/zod.ts';
import { readTime } from '../../../domain/clock-time.ts';
import { isTimeZone } from '../../../domain/instant.ts';
import { REGISTERS } from '../../../domain/session-maths.ts';
import { readNumber, typedText } from '../../../domain/typed-number.ts';

export const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const KINDS = ['flat', 'registers', 'time-of-use', 'hourly', 'none'] as const;

const Text = z.string();

const BandFields = z.object({
  name: Text,
  price: Text,
  /** 1 Monday to 7 Sunday. */
  weekdays: z.array(z.number()),
  from: Text,
  to: Text,
});

/** The fields of each kind of price: choosing another kind loses nothing. */
const EnergyFields = z.object({
  kind: z.enum(KINDS),
  price: Text,
  t1: Text,
  t2: Text,
  t3: Text,
  t4: Text,
  bands: z.array(BandFields),
  otherwise: Text,
  prices: PriceList.nullable(),
});
type EnergyFields = z.infer<typeof EnergyFields>;

const PeriodFields = z.object({
  from: Text,
  energy: EnergyFields,
  perSession: Text,
  perHour: Text,
});

/** The form of a tariff: what its fields hold, read as a tariff. Wrong values have the same paths in both. */
export const TariffForm = z
  .object({ name: Text, currency: Text, zone: Text, periods: z.array(PeriodFields) })
  .transform(({ name, currency, zone, periods }) => ({
    name: name.trim(),
    currency: currency.trim().toUpperCase(),
    zone: isTimeZone(zone) ? zone : '',
    periods: periods.map((period) => ({
      from: period.from,
      energy: energyOf(period.energy),
      perSession: priceOrNone(period.perSession),
      perHour: priceOrNone(period.perHour),
    })),
  }))
  .pipe(TariffText);

/** The fields of a tariff. */
export type TariffFields = z.input<typeof TariffForm>;
export type TariffControl = Control<TariffFields, unknown, TariffText>;

/** A price as typed; what can mean two numbers is none. */
const priceOf = (typed: string) => readNumber(typed).value ?? '';
const priceOrNone = (typed: string) => (typed.trim() === '' ? null : priceOf(typed));

/** A time of day as typed; empty for what is none. */
const timeOf = (typed: string) => (typed.trim() === '24:00' ? '24:00' : (readTime(typed) ?? ''));

function energyOf(fields: EnergyFields): EnergyRate | null {
  const { kind } = fields;
  switch (kind) {
    case 'none':
      return null;
    case 'flat':
      return { kind, price: priceOf(fields.price) };
    case 'registers': {
      const [t1 = null, t2 = null, t3 = null, t4 = null] = REGISTERS.map((name) =>
        priceOrNone(fields[name]),
      );
      return { kind, t1, t2, t3, t4 };
    }
    case 'time-of-use':
      return {
        kind,
        bands: fields.bands.map(({ name, price, weekdays, from, to }) => ({
          name: name.trim(),
          price: priceOf(price),
          weekdays: weekdays.length === 7 ? null : weekdays.toSorted((a, b) => a - b),
          from: timeOf(from),
          to: timeOf(to),
        })),
        otherwise: priceOrNone(fields.otherwise),
      };
    case 'hourly':
      return fields.prices ?? { kind, start: '', minutes: 60, prices: [] };
  }
}

/** A band with only its hours. */
export function emptyBand(): z.infer<typeof BandFields> {
  return { name: '', price: '', weekdays: [...ALL_WEEKDAYS], from: '00:00', to: '00:00' };
}

function emptyEnergy(): EnergyFields {
  const none = { price: '', t1: '', t2: '', t3: '', t4: '', otherwise: '', prices: null };
  return { ...none, kind: 'flat', bands: [emptyBand()] };
}

/** The fields of a new tariff. @param today YYYY-MM-DD */
export function emptyFields(zone: string, today: string): TariffFields {
  const from = `${today.slice(0, 4)}-01-01`;
  const period = { from, energy: emptyEnergy(), perSession: '', perHour: '' };
  return { name: '', currency: '', zone, periods: [period] };
}

const shown = (price: string | null) => typedText(price ?? '');

/** The fields of a saved tariff. */
export function fieldsOf(content: TariffText): TariffFields {
  const periods = content.periods.map(({ from, energy, perSession, perHour }) => ({
    from,
    energy: { ...emptyEnergy(), ...energyFields(energy) },
    perSession: shown(perSession),
    perHour: shown(perHour),
  }));
  return { ...content, periods };
}

function energyFields(energy: EnergyRate | null): Partial<EnergyFields> {
  if (energy === null) return { kind: 'none' };
  const { kind } = energy;
  switch (kind) {
    case 'flat':
      return { kind, price: shown(energy.price) };
    case 'registers': {
      const [t1 = '', t2 = '', t3 = '', t4 = ''] = REGISTERS.map((name) => shown(energy[name]));
      return { kind, t1, t2, t3, t4 };
    }
    case 'time-of-use':
      return {
        kind,
        bands: energy.bands.map((band) => ({
          ...band,
          price: shown(band.price),
          weekdays: [...(band.weekdays ?? ALL_WEEKDAYS)],
        })),
        otherwise: shown(energy.otherwise),
      };
    case 'hourly':
      return { kind, prices: energy };
  }
}
