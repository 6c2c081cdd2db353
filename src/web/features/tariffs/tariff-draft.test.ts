import { describe, expect, test } from 'vitest';
import type { SavedTariff, TariffContent } from '../../../contract/console/report-tariff.ts';
import { uuid } from '../../testing/samples.ts';
import {
  draftOf,
  emptyBand,
  emptyDraft,
  nextValidity,
  readDraft,
  type RateDraft,
  type TariffDraft,
} from './tariff-draft.ts';

const CONTENT: TariffContent = {
  name: 'Depot',
  currency: 'CHF',
  zone: 'Europe/Zurich',
  validities: [
    { validFrom: '2025-01-01', validTo: '2025-06-30', rate: { kind: 'flat', price: '0.27' } },
    {
      validFrom: '2025-07-01',
      validTo: '2025-12-31',
      rate: { kind: 'registers', t1: '0.30', t2: '0.20', t3: null, t4: null },
    },
    {
      validFrom: '2026-01-01',
      validTo: null,
      rate: {
        kind: 'time-of-use',
        bands: [
          {
            name: 'peak',
            price: '0.40',
            weekdays: [1, 2, 3, 4, 5],
            from: '07:00',
            to: '20:00',
          },
          {
            name: 'late',
            price: '0.1',
            weekdays: null,
            from: '22:00',
            to: '00:00',
          },
        ],
        otherwise: '0.25',
      },
    },
  ],
};

const saved = (content: TariffContent): SavedTariff => ({
  id: uuid(1),
  version: 4,
  content,
  savedAt: '2026-03-02T10:00:00Z',
  savedBy: 'Ada',
});

/** A new tariff with everything but its prices. */
function withRate(change: Partial<RateDraft>): TariffDraft {
  const draft = { ...emptyDraft('UTC', '2026-03-02'), name: 'T', currency: 'chf' };
  return {
    ...draft,
    validities: draft.validities.map((each) => ({ ...each, rate: { ...each.rate, ...change } })),
  };
}

test('a draft of a tariff is read back as the same tariff', () => {
  const draft = draftOf(saved(CONTENT));
  expect(draft.version).toBe(4);
  expect(readDraft(draft)).toEqual({ content: CONTENT, problems: {} });
});

test('an empty one reports what each field requires', () => {
  expect(readDraft(emptyDraft('', '2026-03-02')).problems).toEqual({
    zone: 'Choose a time zone.',
    name: 'Enter a name.',
    currency: 'Enter a currency code such as CHF.',
    'validities.0.rate.price': 'Enter a price with at most six decimals, such as 0.27.',
  });
});

describe('prices', () => {
  test('may be typed with a comma, and have at most six decimals', () => {
    const read = readDraft(withRate({ price: ' 0,27 ' }));
    expect(read.content?.currency).toBe('CHF');
    expect(read.content?.validities[0]?.rate).toEqual({ kind: 'flat', price: '0.27' });
    const long = readDraft(withRate({ price: '0.2718281' }));
    expect(long.problems['validities.0.rate.price']).toContain('at most six decimals');
    expect(readDraft(withRate({ kind: 'registers', t2: 'free' })).problems).toEqual({
      'validities.0.rate.t2': 'Must be a price with at most six decimals.',
    });
  });

  test.each([
    ['57,5', '57.5', ''],
    ['1.250,75', '1250.75', ''],
    ['1 250', '1250', ''],
    ['5,000', null, 'This can mean 5 or 5,000. Write 5 or 5000.'],
    ['1.255', null, 'This can mean 1.255 or 1,255. Write 1.2550 or 1255.'],
  ])('%s is read as %s, wherever it is typed', (typed, price, both) => {
    const bandAt = (amount: string) => [{ ...emptyBand(), name: 'peak', price: amount }];
    const places: [string, Partial<RateDraft>][] = [
      ['price', { price: typed }],
      ['t3', { kind: 'registers', t3: typed }],
      ['bands.0.price', { kind: 'time-of-use', bands: bandAt(typed) }],
      ['otherwise', { kind: 'time-of-use', bands: bandAt('1'), otherwise: typed }],
    ];
    for (const [path, rate] of places) {
      const { content, problems } = readDraft(withRate(rate));
      const problem = problems[`validities.0.rate.${path}`] ?? '';
      const isRead = JSON.stringify(content).includes(`"${price}"`);
      expect([path, isRead, problem]).toEqual([path, price !== null, both]);
    }
  });

  test('with three decimals can be edited as they were saved', () => {
    const flat = (price: string): TariffContent => ({
      ...CONTENT,
      validities: [{ validFrom: '2025-01-01', validTo: null, rate: { kind: 'flat', price } }],
    });
    const prices = ['1.255', '5.000'].map((price) => readDraft(draftOf(saved(flat(price)))));
    expect(prices.map(({ content }) => content?.validities[0]?.rate)).toEqual([
      { kind: 'flat', price: '1.2550' },
      { kind: 'flat', price: '5' },
    ]);
  });

  test('of bands need a name, a price and weekdays', () => {
    const band = { ...emptyBand(), weekdays: [] };
    expect(
      Object.keys(
        readDraft(
          withRate({
            kind: 'time-of-use',
            bands: [band],
          }),
        ).problems,
      ),
    ).toEqual(['name', 'price', 'weekdays'].map((part) => `validities.0.rate.bands.0.${part}`));
    expect(readDraft(withRate({ kind: 'time-of-use', bands: [] })).problems).toEqual({
      'validities.0.rate.bands': 'Add at least one price.',
    });
  });
});

test('days that overlap or end before they start are reported', () => {
  const draft = draftOf(saved(CONTENT));
  const [first] = draft.validities;
  const next = { ...nextValidity(first), validFrom: '2025-06-30' };
  expect(next.rate.price).toBe('0.27');
  expect(readDraft({ ...draft, validities: [...draft.validities, next] }).problems).toEqual({
    validities: 'Two validities overlap.',
  });
  const turned = draft.validities.map((each, at) =>
    at === 0 ? { ...each, validTo: '2024-12-31' } : each,
  );
  expect(readDraft({ ...draft, validities: turned }).problems).toEqual({
    'validities.0': 'The last date is before the first.',
  });
});
