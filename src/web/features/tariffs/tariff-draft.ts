import { Uuid } from '../../../contract/primitives.ts';
import type { Rate, SavedTariff } from '../../../contract/console/report-tariff.ts';
import { z } from '../../../contract/zod.ts';
import { typedText } from '../../../domain/typed-number.ts';
import { randomId } from '../../api/random-id.ts';

const SeasonDraft = z.object({
  key: z.string(),
  name: z.string(),
  /** MM-DD. */
  from: z.string(),
  to: z.string(),
});
export type SeasonDraft = z.infer<typeof SeasonDraft>;

const BandDraft = z.object({
  key: z.string(),
  name: z.string(),
  price: z.string(),
  allYear: z.boolean(),
  /** Keys of seasons, so that a season can be renamed. */
  seasons: z.array(z.string()),
  /** 1 Monday to 7 Sunday. */
  weekdays: z.array(z.number()),
  from: z.string(),
  to: z.string(),
});
export type BandDraft = z.infer<typeof BandDraft>;

const RateDraft = z.object({
  kind: z.enum(['flat', 'registers', 'time-of-use']),
  price: z.string(),
  t1: z.string(),
  t2: z.string(),
  t3: z.string(),
  t4: z.string(),
  seasons: z.array(SeasonDraft),
  bands: z.array(BandDraft),
  otherwise: z.string(),
});
export type RateDraft = z.infer<typeof RateDraft>;

const ValidityDraft = z.object({
  key: z.string(),
  validFrom: z.string(),
  /** Empty: until further notice. */
  validTo: z.string(),
  rate: RateDraft,
});
export type ValidityDraft = z.infer<typeof ValidityDraft>;

/**
 * The input of a tariff; fields of other kinds of rate are kept, so that changing the kind loses
 * nothing.
 */
export const TariffDraft = z.object({
  id: Uuid,
  /** The version that it is based on; null: a new tariff. */
  version: z.int().positive().nullable(),
  name: z.string(),
  currency: z.string(),
  zone: z.string(),
  validities: z.array(ValidityDraft),
});
export type TariffDraft = z.infer<typeof TariffDraft>;

export const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A band with only a start and an end. */
export function emptyBand(): BandDraft {
  return {
    key: randomId(),
    name: '',
    price: '',
    allYear: true,
    seasons: [],
    weekdays: [...ALL_WEEKDAYS],
    from: '00:00',
    to: '00:00',
  };
}

/** A season of half a year. */
export function emptySeason(): SeasonDraft {
  return { key: randomId(), name: '', from: '10-01', to: '03-31' };
}

function emptyRate(): RateDraft {
  return {
    kind: 'flat',
    price: '',
    t1: '',
    t2: '',
    t3: '',
    t4: '',
    seasons: [],
    bands: [emptyBand()],
    otherwise: '',
  };
}

/** An initial tariff. @param today YYYY-MM-DD */
export function emptyDraft(zone: string, today: string): TariffDraft {
  return {
    id: randomId(),
    version: null,
    name: '',
    currency: '',
    zone,
    validities: [
      {
        key: randomId(),
        validFrom: `${today.slice(0, 4)}-01-01`,
        validTo: '',
        rate: emptyRate(),
      },
    ],
  };
}

function rateDraft(rate: Rate): RateDraft {
  const empty = emptyRate();
  switch (rate.kind) {
    case 'flat':
      return { ...empty, kind: 'flat', price: typedText(rate.price) };
    case 'registers': {
      const { t1, t2, t3, t4 } = rate;
      return {
        ...empty,
        kind: 'registers',
        t1: typedText(t1 ?? ''),
        t2: typedText(t2 ?? ''),
        t3: typedText(t3 ?? ''),
        t4: typedText(t4 ?? ''),
      };
    }
    case 'time-of-use': {
      const seasons = rate.seasons.map((season) => ({ ...season, key: randomId() }));
      return {
        ...empty,
        kind: 'time-of-use',
        seasons,
        bands: rate.bands.map((band) => ({
          key: randomId(),
          name: band.name,
          price: typedText(band.price),
          allYear: band.seasons === null,
          seasons: seasons
            .filter(({ name }) => band.seasons?.includes(name) === true)
            .map(({ key }) => key),
          weekdays: [...(band.weekdays ?? ALL_WEEKDAYS)],
          from: band.from,
          // A time input shows 24:00 as 00:00; as an end both mean midnight.
          to: band.to === '24:00' ? '00:00' : band.to,
        })),
        otherwise: typedText(rate.otherwise ?? ''),
      };
    }
  }
}

/** The draft of a saved tariff. */
export function draftOf({ id, version, content }: SavedTariff): TariffDraft {
  return {
    id,
    version,
    name: content.name,
    currency: content.currency,
    zone: content.zone,
    validities: content.validities.map(({ validFrom, validTo, rate }) => ({
      key: randomId(),
      validFrom,
      validTo: validTo ?? '',
      rate: rateDraft(rate),
    })),
  };
}

/** A validity after another one, with its prices. */
export function nextValidity(last: ValidityDraft | undefined): ValidityDraft {
  const rate = last === undefined ? emptyRate() : structuredClone(last.rate);
  return { key: randomId(), validFrom: '', validTo: '', rate };
}
