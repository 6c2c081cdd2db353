import { Instant, PlainDate, Uuid } from '../primitives.ts';
import { nameText } from '../texts.ts';
import { z } from '../zod.ts';

/** An exact decimal with at most six places, as text: no value is converted to floating point. */
export const Decimal = z.string().regex(/^-?\d{1,18}(?:\.\d{1,6})?$/, 'must be a decimal number');

/** A price or fee in the currency, at most six decimals. */
const Money = z
  .string()
  .regex(/^\d{1,4}(?:\.\d{1,6})?$/, 'must be an amount with at most six decimals');
/** A price of a market, which may be below zero. */
export const MarketPrice = z
  .string()
  .regex(/^-?\d{1,4}(?:\.\d{1,6})?$/, 'must be a price with at most six decimals');

const Flat = z.strictObject({ kind: z.literal('flat'), price: Money });

/** Null: the register has no price, and its energy is listed as without a price. */
const ByRegister = z.strictObject({
  kind: z.literal('registers'),
  t1: Money.nullable(),
  t2: Money.nullable(),
  t3: Money.nullable(),
  t4: Money.nullable(),
});

/** A time of day to the minute; 24:00 is the end of the day. */
const TimeOfDay = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day like 07:00');

/** When a price holds: on these weekdays, in these hours. */
const PriceBand = z.strictObject({
  name: nameText(60),
  price: Money,
  /** 1 Monday to 7 Sunday; null for every day. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).nullable(),
  from: TimeOfDay,
  /** Exclusive; before `from` it spans midnight, and the weekday is that of each hour. */
  to: TimeOfDay,
});
export type PriceBand = z.infer<typeof PriceBand>;

/** By hour and weekday: the first band that holds decides. */
const TimeOfUse = z.strictObject({
  kind: z.literal('time-of-use'),
  bands: z.array(PriceBand).min(1).max(50),
  /** The price outside all bands; null for none. */
  otherwise: Money.nullable(),
});

/** Lengths of the intervals of a price list, in minutes. */
export const PRICE_MINUTES = [15, 30, 60] as const;

/** Most prices of a list: hours of five years. */
const PRICES_MAX = 5 * 8784;

/** A list of prices without gaps; beyond it, energy has no price. */
export const PriceList = z.strictObject({
  kind: z.literal('hourly'),
  /** When the first one begins. */
  start: Instant,
  minutes: z.literal(PRICE_MINUTES),
  prices: z.array(MarketPrice).min(1).max(PRICES_MAX),
});
export type PriceList = z.infer<typeof PriceList>;

export const EnergyRate = z.discriminatedUnion('kind', [Flat, ByRegister, TimeOfUse, PriceList]);
export type EnergyRate = z.infer<typeof EnergyRate>;

/** Prices that hold from a date until those of the next one. */
export const TariffPeriod = z.strictObject({
  /** First date, in the tariff's zone. */
  from: PlainDate,
  /** Null: energy has no price from then on. */
  energy: EnergyRate.nullable(),
  /** Per session, at its start; and per hour of its duration. */
  perSession: Money.nullable(),
  perHour: Money.nullable(),
});
export type TariffPeriod = z.infer<typeof TariffPeriod>;

/** A tariff as written by an operator: prices over time in one currency. */
export const TariffText = z.strictObject({
  name: nameText(100),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code like CHF'),
  /** IANA zone of its dates and hours. */
  zone: z.string().min(1).max(60),
  periods: z
    .array(TariffPeriod)
    .min(1)
    .max(100)
    .refine(
      (list) => new Set(list.map(({ from }) => from)).size === list.length,
      'two periods begin on the same date',
    ),
});
export type TariffText = z.infer<typeof TariffText>;

/** A version of a tariff, which never changes. */
export const TariffVersion = z.object({
  id: Uuid,
  version: z.int().positive(),
  content: TariffText,
  savedAt: Instant,
  savedBy: z.string(),
});
export type TariffVersion = z.infer<typeof TariffVersion>;

/** A line of a file of prices that cannot be read; line 0 is the file. */
export const PriceProblem = z.object({ line: z.int().nonnegative(), problem: z.string() });
export type PriceProblem = z.infer<typeof PriceProblem>;
