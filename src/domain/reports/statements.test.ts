import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TariffText } from '../../contract/console/figures-tariff.ts';
import { microsOfText } from './exact.ts';
import { groupReport } from './group-report.ts';
import { sessionReader } from './list-sessions.ts';
import { statementsOf } from './statements.ts';
import { toldReport, type Told } from './testing/told-report.ts';

const TARIFF: TariffText = {
  name: 'Night and day',
  currency: 'CHF',
  zone: 'Europe/Zurich',
  periods: [
    {
      from: '2026-11-01',
      energy: {
        kind: 'time-of-use',
        bands: [{ name: 'Night', price: '0.1', weekdays: null, from: '22:00', to: '06:00' }],
        otherwise: '0.3',
      },
      perSession: '0.35',
      perHour: '0.5',
    },
    {
      from: '2026-11-16',
      energy: { kind: 'registers', t1: '0.2', t2: '0.25', t3: null, t4: null },
      perSession: null,
      perHour: null,
    },
  ],
};
const NOVEMBER = {
  from: '2026-11-01',
  to: '2026-11-30',
  zone: 'Europe/Zurich',
  tariff: TARIFF,
} as const;

test('the cost of a session has its fees in it, as every sum has: the sessions add up to the group', () => {
  const list: Told[] = [
    { start: '2026-11-03T19:00:00Z', end: '2026-11-03T23:00:00Z', energy: 10.001 },
    { start: '2026-11-05T19:00:00Z', end: '2026-11-05T20:00:00Z', energy: 0 },
  ];
  const report = toldReport(list, NOVEMBER);
  const read = sessionReader(report, {});
  const costs = list.map((_, row) => microsOfText(read(row).cost ?? '') ?? 0n);
  const [group] = groupReport(report, ['entity']).rows;
  expect(costs.reduce((sum, cost) => sum + cost, 0n)).toBe(microsOfText(group?.cost ?? ''));
  expect([read(1).cost, read(1).fees]).toEqual(['0.85', '0.85']);
});

test('a statement says what was priced how; each line is rounded, and the total is their sum', () => {
  const list: Told[] = [
    // Two hours of the evening, two of the night.
    { start: '2026-11-03T19:00:00Z', end: '2026-11-03T23:00:00Z', energy: 10.001 },
    { start: '2026-11-20T10:00:00Z', end: '2026-11-20T11:00:00Z', energy: 8, registers: [5, 3] },
    { start: '2026-10-31T10:00:00Z', end: '2026-10-31T11:00:00Z', energy: 4 },
    { start: '2026-11-21T10:00:00Z', end: '2026-11-21T11:00:00Z', energy: 2, unit: 'therm' },
  ];
  const [statement, ...others] = statementsOf(toldReport(list, NOVEMBER), 'entity', [
    'Night and day',
  ]);
  expect(others).toEqual([]);
  expect(statement).toMatchObject({
    label: 'Entity 0',
    sessions: 3,
    energy: [
      { unit: 'kWh', energy: '18.001' },
      { unit: 'therm', energy: '2' },
    ],
    total: '6.10',
    cost: '6.1002',
  });
  expect(
    statement?.lines.map(({ name, sessions, unit, energy, amount }) => [
      name,
      sessions,
      unit,
      energy,
      amount,
    ]),
  ).toEqual([
    ['Night at 0.1 CHF/kWh', 1, 'kWh', '5.0005', '0.50'],
    ['Other hours at 0.3 CHF/kWh', 1, 'kWh', '5.0005', '1.50'],
    ['Energy in t1 at 0.2 CHF/kWh', 1, 'kWh', '5', '1.00'],
    ['Energy in t2 at 0.25 CHF/kWh', 1, 'kWh', '3', '0.75'],
    ['Fee per session', 1, null, null, '0.35'],
    ['Fee per hour', 1, null, null, '2.00'],
    ['Without a price', 1, 'therm', '2', null],
  ]);
});

test('statements add up to the figures of the report, over any sessions and rule', () => {
  const told = fc.record({
    entity: fc.nat({ max: 3 }),
    day: fc.integer({ min: -2, max: 32 }),
    minute: fc.nat({ max: 1439 }),
    minutes: fc.integer({ min: -10, max: 3000 }),
    micros: fc.integer({ min: -1_000_000, max: 90_000_000 }),
  });
  const boundary = fc.constantFrom('start' as const, 'end' as const, 'split' as const);
  fc.assert(
    fc.property(
      fc.array(told, { maxLength: 20 }),
      boundary,
      fc.boolean(),
      (list, rule, byCollective) => {
        const sessions = list.map(({ entity, day, minute, minutes, micros }): Told => {
          const start = Date.UTC(2026, 10, day, 0, minute);
          const [from, to] = [start, start + minutes * 60_000].map((ms) =>
            new Date(ms).toISOString(),
          );
          return { entity, start: from ?? null, end: to ?? null, energy: micros / 1e6 };
        });
        const entities = [{ collectives: 'a' }, { collectives: 'a+b' }, { collectives: 'a' }];
        const report = toldReport(sessions, { ...NOVEMBER, boundary: rule, entities });
        const of = byCollective ? 'collective' : 'entity';
        const statements = statementsOf(report, of, ['Night and day']);
        for (const { keys, ...sums } of groupReport(report, [of]).rows) {
          const own = statements.find(({ key }) => key === keys[0]?.key);
          expect({ sessions: own?.sessions, cost: own?.cost, durationMs: own?.durationMs }).toEqual(
            {
              sessions: sums.sessions,
              cost: sums.cost,
              durationMs: sums.durationMs,
            },
          );
          expect(own?.energy[0]?.energy ?? '0').toBe(sums.energy);
          const cents = own?.lines.reduce(
            (all, { amount }) => all + (microsOfText(amount ?? '0') ?? 0n),
            0n,
          );
          expect(microsOfText(own?.total ?? '')).toBe(cents);
        }
      },
    ),
    { numRuns: 200 },
  );
});
