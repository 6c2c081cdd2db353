import { Instant, Uuid } from '../primitives.ts';
import { PlainDate } from '../primitives.ts';
import { z } from '../zod.ts';
import { nameText } from '../texts.ts';

/** An exact decimal with at most six places, as text: no value is converted to floating point. */
export const Decimal = z.string().regex(/^-?\d{1,18}(?:\.\d{1,6})?$/, 'must be a decimal number');

/** A price per kWh in the currency, not negative, at most six decimals. */
const Price = z
  .string()
  .regex(/^\d{1,4}(?:\.\d{1,6})?$/, 'must be a price with at most six decimals');

/** A time of day to the minute; 24:00 is the end of the day. */
const TimeOfDay = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day like 07:00');

/** When a price applies: on these weekdays, in these hours. The first matching band decides. */
const Band = z.strictObject({
  name: z.string().min(1).max(60),
  price: Price,
  /** 1 Monday to 7 Sunday; null for every day. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).nullable(),
  from: TimeOfDay,
  /** Exclusive; before `from` it spans midnight, and the weekday is that of each hour. */
  to: TimeOfDay,
});
export type Band = z.infer<typeof Band>;

const Flat = z.strictObject({ kind: z.literal('flat'), price: Price });

/** Null: the register has no price, and its energy is listed as without a price. */
const ByRegister = z.strictObject({
  kind: z.literal('registers'),
  t1: Price.nullable(),
  t2: Price.nullable(),
  t3: Price.nullable(),
  t4: Price.nullable(),
});

const TimeOfUse = z.strictObject({
  kind: z.literal('time-of-use'),
  bands: z.array(Band).min(1).max(50),
  /** The price outside all bands; null for none. */
  otherwise: Price.nullable(),
});

export const Rate = z.discriminatedUnion('kind', [Flat, ByRegister, TimeOfUse]);
export type Rate = z.infer<typeof Rate>;

const Validity = z
  .strictObject({
    /** First date, in the tariff's zone. */
    validFrom: PlainDate,
    /** Last date, inclusive; null for until further notice. */
    validTo: PlainDate.nullable(),
    rate: Rate,
  })
  .refine(({ validFrom, validTo }) => validTo === null || validFrom <= validTo, {
    message: 'the last date is before the first',
  });
export type Validity = z.infer<typeof Validity>;

/** A tariff as written by an operator: prices over time in one currency. */
export const TariffContent = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code like CHF'),
  /** IANA zone of its dates and hours. */
  zone: z.string().min(1).max(60),
  validities: z
    .array(Validity)
    .min(1)
    .max(100)
    .refine((list) => {
      const sorted = list.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
      return sorted.every((one, at) => {
        const next = sorted[at + 1];
        return next === undefined || (one.validTo !== null && one.validTo < next.validFrom);
      });
    }, 'two validities overlap'),
});
export type TariffContent = z.infer<typeof TariffContent>;

/** A tariff as it is saved. */
export const NewTariff = TariffContent.extend({ name: nameText(100) });

/** A saved tariff: each change makes a new version, and no version ever changes. */
export const Tariff = z.object({
  id: Uuid,
  version: z.int().positive(),
  content: TariffContent,
});
export type Tariff = z.infer<typeof Tariff>;

/** A tariff with the author and time of this version. */
export const SavedTariff = Tariff.extend({ savedAt: Instant, savedBy: z.string() });
export type SavedTariff = z.infer<typeof SavedTariff>;
