import { NewTariff, type TariffContent } from '../../../contract/console/report-tariff.ts';
import { isTimeZone } from '../../../domain/instant.ts';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { readNumber } from '../../../domain/typed-number.ts';
import { ALL_WEEKDAYS, type RateDraft, type TariffDraft } from './tariff-draft.ts';
import { sentence } from '../../../lib/sentence.ts';

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
    case 'time-of-use': {
      const nameOf = new Map(draft.seasons.map(({ key, name }) => [key, name.trim()]));
      return {
        kind: 'time-of-use',
        seasons: draft.seasons.map(({ name, from, to }) => ({ name: name.trim(), from, to })),
        bands: draft.bands.map((band) => ({
          name: band.name.trim(),
          price: priceText(band.price),
          seasons: band.allYear ? null : band.seasons.map((key) => nameOf.get(key) ?? ''),
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
}

/** The errors of a draft by the path of the field: "validities.0.rate.price". */
type Problems = Readonly<Record<string, string>>;

/** Clearer messages than those of the schema, by the last part of the path. */
const MISSING_MESSAGES: Readonly<Record<string, string>> = {
  name: 'Enter a name.',
  price: 'Enter a price with at most six decimals, such as 0.27.',
  validFrom: 'Enter a day such as 22 Nov 2026.',
  validTo: 'Enter a day such as 22 Nov 2026, or none.',
  weekdays: 'Choose at least one weekday.',
  seasons: 'Choose at least one season, or all year.',
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

/** Checks beyond the schema: unknown zones, ambiguous prices, and seasons of the same name. */
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
    if (rate.kind !== 'time-of-use') continue;
    const names = rate.seasons.map(({ name }) => name.trim());
    for (const [index, name] of names.entries()) {
      if (name === '' || names.indexOf(name) === index) continue;
      problems[`validities.${at}.rate.seasons.${index}.name`] = 'Another season has this name.';
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
