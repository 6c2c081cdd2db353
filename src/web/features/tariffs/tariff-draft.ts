import { get, set, type Control, type FieldErrors, type Resolver } from 'react-hook-form';
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

export const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

type BandDraft = ReturnType<typeof emptyBand>;

/** A band with only a start and an end. */
export function emptyBand() {
  /** 1 Monday to 7 Sunday. */
  const weekdays: number[] = [...ALL_WEEKDAYS];
  return { name: '', price: '', weekdays, from: '00:00', to: '00:00' };
}

/** The prices of each kind: changing the kind loses nothing. */
export type RateDraft = Omit<ReturnType<typeof emptyRate>, 'kind'> & { kind: Rate['kind'] };

function emptyRate() {
  const bands: BandDraft[] = [emptyBand()];
  return { kind: 'flat' as const, price: '', t1: '', t2: '', t3: '', t4: '', bands, otherwise: '' };
}

interface ValidityDraft {
  validFrom: string;
  /** Empty: until further notice. */
  validTo: string;
  rate: RateDraft;
}

/** The input of a tariff. */
export interface TariffDraft {
  id: string;
  /** The version that it is based on; null: a new tariff. */
  version: number | null;
  name: string;
  currency: string;
  zone: string;
  validities: ValidityDraft[];
}

/** An initial tariff. @param today YYYY-MM-DD */
export function emptyDraft(zone: string, today: string): TariffDraft {
  const validFrom = `${today.slice(0, 4)}-01-01`;
  const validities = [{ validFrom, validTo: '', rate: emptyRate() }];
  return { id: randomId(), version: null, name: '', currency: '', zone, validities };
}

const shown = (price: string | null) => typedText(price ?? '');

function rateDraft(rate: Rate): RateDraft {
  const { kind } = rate;
  const empty = emptyRate();
  switch (kind) {
    case 'flat':
      return { ...empty, kind, price: shown(rate.price) };
    case 'registers': {
      const [t1, t2, t3, t4] = [rate.t1, rate.t2, rate.t3, rate.t4].map(shown);
      return { ...empty, kind, t1: t1 ?? '', t2: t2 ?? '', t3: t3 ?? '', t4: t4 ?? '' };
    }
    case 'time-of-use':
      return {
        ...empty,
        kind,
        bands: rate.bands.map(({ price, weekdays, to, ...band }) => ({
          ...band,
          price: shown(price),
          weekdays: [...(weekdays ?? ALL_WEEKDAYS)],
          // A time input shows 24:00 as 00:00; as an end both mean midnight.
          to: to === '24:00' ? '00:00' : to,
        })),
        otherwise: shown(rate.otherwise),
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

/** What can mean two numbers is no price. */
function priceText(typed: string): string {
  const { value, problem } = readNumber(typed);
  return problem === null ? (value ?? typed.trim()) : '';
}

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
        bands: draft.bands.map(({ name, price, weekdays, ...band }) => ({
          ...band,
          name: name.trim(),
          price: priceText(price),
          weekdays:
            weekdays.length === ALL_WEEKDAYS.length ? null : weekdays.toSorted((a, b) => a - b),
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
  const problems: Record<string, string> = {};
  if (!isTimeZone(draft.zone)) {
    problems['zone'] =
      draft.zone === '' ? 'Choose a time zone.' : `“${draft.zone}” is not a known time zone.`;
  }
  for (const { path, message, code } of parsed.error?.issues ?? []) {
    const at = path.join('.');
    const last = path.findLast((part) => typeof part === 'string') ?? '';
    // A price has the same path in the draft.
    const typed: unknown = get(draft, at);
    const both = typeof typed === 'string' ? readNumber(typed).problem : null;
    const own = code === 'custom' ? undefined : MISSING_MESSAGES[last];
    problems[at] ??= both ?? own ?? sentence(message);
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
