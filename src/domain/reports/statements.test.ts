import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TariffText } from '../../contract/console/tariff.ts';
import { BOUNDARIES } from '../../contract/console/report-definition.ts';
import { microsOfText } from './exact.ts';
import { groupReport } from './group-report.ts';
import { sessionReader } from './list-sessions.ts';
import { statementsOf } from './statements.ts';
import { anyTold, tariffOf, toldReport, type Told } from './testing/told-report.ts';

const TARIFF = tariffOf(
  'Europe/Zurich',
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
  },
);
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
  const statements = statementsOf(toldReport(list, NOVEMBER), 'entity', ['Night and day']);
  const energy = [
    { unit: 'kWh', energy: '18.001' },
    { unit: 'therm', energy: '2' },
  ];
  expect(statements).toMatchObject([
    { label: 'Entity 0', sessions: 3, energy, total: '6.10', cost: '6.1002' },
  ]);
  const lines = statements[0]?.lines.map(({ name, ...line }) =>
    [name, line.sessions, line.unit, line.energy, line.amount].join(' | '),
  );
  expect(lines).toEqual([
    'Night at 0.1 CHF/kWh | 1 | kWh | 5.0005 | 0.50',
    'Other hours at 0.3 CHF/kWh | 1 | kWh | 5.0005 | 1.50',
    'Energy in t1 at 0.2 CHF/kWh | 1 | kWh | 5 | 1.00',
    'Energy in t2 at 0.25 CHF/kWh | 1 | kWh | 3 | 0.75',
    'Fee per session | 1 |  |  | 0.35',
    'Fee per hour | 1 |  |  | 2.00',
    'Without a price | 1 | therm | 2 | ',
  ]);
});

test('statements add up to the figures of the report, over any sessions and rule', () => {
  const entities = [{ collectives: 'a' }, { collectives: 'a+b' }, { collectives: 'a' }];
  fc.assert(
    fc.property(
      fc.array(anyTold, { maxLength: 20 }),
      fc.constantFrom(...BOUNDARIES),
      fc.constantFrom('collective' as const, 'entity' as const),
      (list, boundary, of) => {
        const report = toldReport(list, { ...NOVEMBER, boundary, entities });
        const statements = statementsOf(report, of, ['Night and day']);
        for (const { keys, sessions, cost, durationMs, energy } of groupReport(report, [of]).rows) {
          const own = statements.find(({ key }) => key === keys[0]?.key);
          expect(own).toMatchObject({ sessions, cost, durationMs });
          expect(own?.energy[0]?.energy ?? '0').toBe(energy);
          const amounts = own?.lines.map(({ amount }) => microsOfText(amount ?? '0') ?? 0n) ?? [];
          const cents = amounts.reduce((sum, amount) => sum + amount, 0n);
          expect(microsOfText(own?.total ?? '')).toBe(cents);
        }
      },
    ),
    { numRuns: 200 },
  );
});

/** A total by another road: minute by minute with fractions, each line rounded to the cent, halves up. */
describe('the total of one Entity in one month, calculated by itself', () => {
  const ZURICH = 'Europe/Zurich';
  const OCTOBER = { from: '2026-10-01', to: '2026-10-31', zone: ZURICH } as const;
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: ZURICH,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const MINUTE = 60_000;

  /** Sessions over the night on which the clock goes back, two on usual days, one of the month before. */
  const LIST: Told[] = [
    { start: '2026-09-30T20:00:00Z', end: '2026-09-30T23:00:00Z', energy: 9 },
    { start: '2026-10-03T15:20:00Z', end: '2026-10-03T18:50:00Z', energy: 21.5 },
    { start: '2026-10-24T19:45:00Z', end: '2026-10-25T06:15:00Z', energy: 63 },
    { start: '2026-10-27T05:10:00Z', end: '2026-10-27T05:55:00Z', energy: 7.125 },
  ];

  interface Line {
    kwh: number;
    money: number;
  }
  /** What each line of the sessions of October sums up to, minute by minute. */
  function linesBy(of: (ms: number, day: string, hour: number) => { line: string; price: number }) {
    const lines = new Map<string, Line>();
    for (const { start, end, energy } of LIST.slice(1)) {
      const [from, to] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
      const minutes = (to - from) / MINUTE;
      for (let at = from; at < to; at += MINUTE) {
        const parts = wall.formatToParts(at);
        const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
        const { line, price } = of(at, part('weekday'), Number(part('hour')));
        const own = lines.get(line) ?? { kwh: 0, money: 0 };
        const kwh = (energy ?? 0) / minutes;
        lines.set(line, { kwh: own.kwh + kwh, money: own.money + kwh * price });
      }
    }
    return lines;
  }
  const cents = (money: number) => Math.round(money * 100 + 1e-6);
  const hours = 3.5 + 10.5 + 0.75;

  /** The statement of the product: the energy and the cents of each line, and the total. */
  function told(period: Partial<TariffText['periods'][number]>) {
    const tariff = tariffOf(ZURICH, period);
    const [statement] = statementsOf(toldReport(LIST, { ...OCTOBER, tariff }), 'entity', ['T']);
    const lines = statement?.lines ?? [];
    return {
      lines: new Map(lines.map(({ name, energy, amount }) => [name, [Number(energy), amount]])),
      total: statement?.total,
    };
  }
  const money = (amount: number) => (amount / 100).toFixed(2);

  /** Compares the statement with lines of this calculation, and with fees. */
  function expectTold(
    { lines, total }: ReturnType<typeof told>,
    expected: ReadonlyMap<string, Line>,
    fees: Readonly<Record<string, number>>,
  ) {
    let sum = 0;
    for (const [name, { kwh, money: exact }] of expected) {
      const [energy, amount] = lines.get(name) ?? [];
      expect([name, energy]).toEqual([name, expect.closeTo(kwh, 5)]);
      expect([name, amount]).toEqual([name, money(cents(exact))]);
      sum += cents(exact);
    }
    for (const [name, fee] of Object.entries(fees)) {
      expect([name, lines.get(name)?.[1]]).toEqual([name, money(cents(fee))]);
      sum += cents(fee);
    }
    expect(lines.size).toBe(expected.size + Object.keys(fees).length);
    expect(total).toBe(money(sum));
  }

  test('one price', () => {
    const flat = { kind: 'flat', price: '0.2718' } as const;
    const statement = told({ energy: flat });
    const lines = linesBy(() => ({ line: 'Energy at 0.2718 CHF/kWh', price: 0.2718 }));
    expectTold(statement, lines, {});
    // 91.625 kWh at 0.2718.
    expect(statement.total).toBe('24.90');
  });

  test('hours and weekdays, over the night on which the clock goes back', () => {
    const statement = told({
      energy: {
        kind: 'time-of-use',
        bands: [
          { name: 'Night', price: '0.1231', weekdays: null, from: '22:00', to: '06:00' },
          { name: 'Weekend', price: '0.2222', weekdays: [6, 7], from: '00:00', to: '24:00' },
        ],
        otherwise: '0.3457',
      },
      perSession: '0.35',
    });
    const lines = linesBy((_, day, hour) => {
      if (hour >= 22 || hour < 6) return { line: 'Night at 0.1231 CHF/kWh', price: 0.1231 };
      return day === 'Sat' || day === 'Sun'
        ? { line: 'Weekend at 0.2222 CHF/kWh', price: 0.2222 }
        : { line: 'Other hours at 0.3457 CHF/kWh', price: 0.3457 };
    });
    expectTold(statement, lines, { 'Fee per session': 3 * 0.35 });
    // From 21:45 to 07:15 on the clock are ten and a half hours: nine of them are night.
    expect(lines.get('Night at 0.1231 CHF/kWh')?.kwh).toBeCloseTo(6 * 9, 6);
  });

  test('hourly prices, some below zero, with fees per session and per hour', () => {
    const first = Date.parse('2026-09-30T22:00:00Z');
    const hour = 60 * MINUTE;
    const priceOf = (at: number) => (at % 5 === 0 ? -0.0371 : 0.1 + (at % 24) / 100);
    const statement = told({
      energy: {
        kind: 'hourly',
        start: new Date(first).toISOString(),
        minutes: 60,
        // To the end of October: 31 days and an hour.
        prices: Array.from({ length: 31 * 24 + 1 }, (_, at) => priceOf(at).toFixed(4)),
      },
      perSession: '0.5',
      perHour: '0.75',
    });
    const lines = linesBy((ms) => ({
      line: 'Energy at hourly prices',
      price: Number(priceOf(Math.floor((ms - first) / hour)).toFixed(4)),
    }));
    expectTold(statement, lines, { 'Fee per session': 1.5, 'Fee per hour': hours * 0.75 });
    expect([...lines.keys()]).toEqual(['Energy at hourly prices']);
  });
});
