import { describe, expect, test } from 'vitest';
import { ReportDefinition } from './report-definition.ts';
import { REPORT_ROUTES } from './report-routes.ts';
import { CONSOLE_ROUTES } from './routes.ts';
import { TariffContent } from './report-tariff.ts';

test('each route has a unique method and path, below one prefix, with an answer', () => {
  const routes = Object.values(REPORT_ROUTES);
  expect(routes.every(({ path }) => path.startsWith('/api/console/reports/'))).toBe(true);
  const all = Object.values(CONSOLE_ROUTES).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(all).size).toBe(all.length);
  for (const [name, { method, body }] of Object.entries(REPORT_ROUTES)) {
    const isWithout = method === 'GET' || method === 'DELETE' || name === 'sealReport';
    expect([name, body === null]).toEqual([name, isWithout]);
  }
});

const DEFINITION = {
  scope: { collectives: [], entities: [], types: ['EV'], tags: [] },
  period: { kind: 'range', from: '2026-03-01', to: '2026-03-31' },
  zone: 'Europe/Zurich',
  boundary: 'split',
  grouping: 'hour-weekday',
  tariff: null,
  thresholds: {},
};

describe('a definition', () => {
  test('is accepted, with default limits if none are given', () => {
    expect(ReportDefinition.parse(DEFINITION).thresholds).toEqual({
      hugeEnergyKwh: 250,
      implausibleBatteryKwh: 200,
    });
  });

  test.each([
    ['no Entity is chosen', { scope: { ...DEFINITION.scope, types: [] } }],
    ['before the first', { period: { kind: 'range', from: '2026-03-02', to: '2026-03-01' } }],
    [
      'longer than three years',
      { period: { kind: 'range', from: '2020-01-01', to: '2026-03-01' } },
    ],
  ])('is refused: %s', (words, change) => {
    const parsed = ReportDefinition.safeParse({ ...DEFINITION, ...change });
    expect(parsed.error?.issues[0]?.message).toContain(words);
  });
});

describe('a tariff', () => {
  const flat = (validFrom: string, validTo: string | null, price = '0.27') => ({
    validFrom,
    validTo,
    rate: { kind: 'flat', price },
  });
  const tariff = (validities: object[]) => ({
    name: 'T',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    validities,
  });
  const isTaken = (validities: object[]) => TariffContent.safeParse(tariff(validities)).success;

  test('has consecutive validities, with or without gaps', () => {
    expect(isTaken([flat('2026-07-01', null), flat('2026-01-01', '2026-06-30')])).toBe(true);
    expect(isTaken([flat('2026-01-01', '2026-07-01'), flat('2026-07-01', null)])).toBe(false);
    expect(isTaken([flat('2026-01-01', null), flat('2026-07-01', null)])).toBe(false);
    expect(isTaken([flat('2026-02-01', '2026-01-01')])).toBe(false);
  });

  test('has exact prices', () => {
    expect(isTaken([flat('2026-01-01', null, '0.2718281')])).toBe(false);
    expect(isTaken([flat('2026-01-01', null, '-1')])).toBe(false);
  });
});
