import { set, type Control, type FieldErrors, type Resolver } from 'react-hook-form';
import {
  NewTariff,
  type Rate,
  type SavedTariff,
  type TariffContent,
} from '../../../contract/console/report-tariff.ts';
import { isTimeZone } from '../../../domain/instant.ts';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { readNumber, typedText } from '../../../domain/typed-number.ts';
import { sentence } from '../../../lib/sentence.ts';
import { randomId } from '../../api/random-id.ts';

export interface BandDraft {
  name: string;
  price: string;
  /** 1 Monday to 7 Sunday. */
  weekdays: number[];
  from: string;
  to: string;
}

export interface RateDraft {
  kind: Rate['kind'];
  price: string;
  t1: string;
  t2: string;
  t3: string;
  t4: string;
  bands: BandDraft[];
  otherwise: string;
}

export interface ValidityDraft {
  validFrom: string;
  /** Empty: until further notice. */
  validTo: string;
  rate: RateDraft;
}

/**
 * The input of a tariff; fields of other kinds of rate are kept, so that changing the kind loses
 * nothing.
 */
export interface TariffDraft {
  id: string;
  /** The version that it is based on; null: a new tariff. */
  version: number | null;
  name: string;
  currency: string;
  zone: string;
  validities: ValidityDraft[];
}

export const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A band with only a start and an end. */
export function emptyBand(): BandDraft {
  return {
    name: '',
    price: '',
    weekdays: [...ALL_WEEKDAYS],
    from: '00:00',
    to: '00:00',
  };
}

function emptyRate(): RateDraft {
  return {
    kind: 'flat',
    price: '',
    t1: '',
    t2: '',
    t3: '',
    t4: '',
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
    case 'time-of-use':
      return {
        ...empty,
        kind: 'time-of-use',
        bands: rate.bands.map((band) => ({
          name: band.name,
          price: typedText(band.price),
          weekdays: [...(band.weekdays ?? ALL_WEEKDAYS)],
          from: band.from,
          // A time input shows 24:00 as 00:00; as an end both mean midnight.
          to: band.to === '24:00' ? '00:00' : band.to,
        })),
        otherwise: typedText(rate.otherwise ?? ''),
      };
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
      validFrom,
      validTo: validTo ?? '',
      rate: rateDraft(rate),
    })),
  };
}

/** A validity after another one, with its prices. */
export function nextValidity(last: ValidityDraft | undefined): ValidityDraft {
  const rate = last === undefined ? emptyRate() : structuredClone(last.rate);
  return { validFrom: '', validTo: '', rate };
}

const priceText = (typed: string) => readNumber(typed).value ?? typed.trim();
const priceOrNone = (typed: string) => (typed.trim() === '' ? null : priceText(typed));

function rateOf(draft: RateDraft): unknown {
  switch (draft.kind) {
    case 'flat':
      return { kind: 'flat', price: priceText(draft.price) };
    case 'registers':
      return {
        kind: 'registers',
        ...Object.fromEntries(REGISTERS.map((name) => [name, priceOrNone(draft[name])])),
      };
    case 'time-of-use':
      return {
        kind: 'time-of-use',
        bands: draft.bands.map((band) => ({
          name: band.name.trim(),
          price: priceText(band.price),
          weekdays:
            band.weekdays.length === ALL_WEEKDAYS.length
              ? null
              : band.weekdays.toSorted((a, b) => a - b),
          from: band.from,
          to: band.to,
        })),
        otherwise: priceOrNone(draft.otherwise),
      };
  }
}

/** The errors of a draft by the path of the field: "validities.0.rate.price". */
export type Problems = Readonly<Record<string, string>>;

/** Clearer messages than those of the schema, by the last part of the path. */
const MISSING_MESSAGES: Readonly<Record<string, string>> = {
  name: 'Enter a name.',
  price: 'Enter a price with at most six decimals, such as 0.27.',
  validFrom: 'Enter a day such as 22 Nov 2026.',
  validTo: 'Enter a day such as 22 Nov 2026, or none.',
  weekdays: 'Choose at least one weekday.',
  bands: 'Add at least one price.',
  from: 'Enter a time such as 14:30.',
  to: 'Enter a time such as 14:30.',
  currency: 'Enter a currency code such as CHF.',
};

/** The typed prices of a rate by their path. */
function pricesOf(rate: RateDraft): [string, string][] {
  switch (rate.kind) {
    case 'flat':
      return [['price', rate.price]];
    case 'registers':
      return REGISTERS.map((name) => [name, rate[name]]);
    case 'time-of-use':
      return [
        ...rate.bands.map(({ price }, at): [string, string] => [`bands.${at}.price`, price]),
        ['otherwise', rate.otherwise],
      ];
  }
}

/** Checks beyond the schema: unknown zones and ambiguous prices. */
function ownProblems(draft: TariffDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!isTimeZone(draft.zone)) {
    problems['zone'] =
      draft.zone === '' ? 'Choose a time zone.' : `“${draft.zone}” is not a known time zone.`;
  }
  for (const [at, { rate }] of draft.validities.entries()) {
    for (const [path, typed] of pricesOf(rate)) {
      const { problem } = readNumber(typed);
      if (problem !== null) problems[`validities.${at}.rate.${path}`] = problem;
    }
  }
  return problems;
}

/** Parses a draft into a tariff, or gives the errors of each field. */
export function readDraft(draft: TariffDraft): {
  content: TariffContent | null;
  problems: Problems;
} {
  const parsed = NewTariff.safeParse({
    name: draft.name,
    currency: draft.currency.trim().toUpperCase(),
    zone: draft.zone,
    validities: draft.validities.map(({ validFrom, validTo, rate }) => ({
      validFrom,
      validTo: validTo === '' ? null : validTo,
      rate: rateOf(rate),
    })),
  });
  const problems = ownProblems(draft);
  for (const { path, message, code } of parsed.error?.issues ?? []) {
    const last = path.findLast((part) => typeof part === 'string');
    const own = last === undefined ? undefined : MISSING_MESSAGES[last];
    const text = code === 'custom' ? sentence(message) : (own ?? sentence(message));
    problems[path.join('.')] ??= text;
  }
  const right = parsed.success && Object.keys(problems).length === 0;
  return { content: right ? parsed.data : null, problems };
}

/** The form of a tariff. */
export type TariffControl = Control<TariffDraft, unknown, TariffContent>;

/** Says at each field of the form what is wrong with it. */
export const tariffResolver: Resolver<TariffDraft, unknown, TariffContent> = (draft) => {
  const { content, problems } = readDraft(draft);
  if (content !== null) return { values: content, errors: {} };
  const errors: FieldErrors<TariffDraft> = {};
  for (const [path, message] of Object.entries(problems)) {
    set(errors, path, { type: 'custom', message });
  }
  return { values: {}, errors };
};
