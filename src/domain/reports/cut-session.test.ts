import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TariffText } from '../../contract/console/tariff.ts';
import { zoneCalendar } from './zone-calendar.ts';
import { cutSession, type Cutting } from './cut-session.ts';
import { Dictionary, SessionColumns } from './session-columns.ts';
import { factsOf } from './session-facts.ts';
import { pricesOf } from './tariff-prices.ts';
import { tariffOf } from './testing/told-report.ts';

const HOUR = 3_600_000;
const ZONE = 'Europe/Zurich';
const ID = '0f7b7c1e-6f0f-4f7e-9a53-000100000001';

function session(startMs: number, endMs: number, kwh: number, t1: number | null = null) {
  const [start, end] = [startMs, endMs].map((ms) => new Date(ms).toISOString());
  const data = { start, end, charge: { total: { total: kwh, t1, unit: 'kWh' } } };
  const columns = new SessionColumns(new Dictionary(), 1);
  const facts = factsOf({ id: ID, data }, () => null);
  columns.add(facts, 0, false);
  return columns;
}

const cutting = (startMs: number, endMs: number, text: TariffText | null): Cutting => ({
  calendar: zoneCalendar(ZONE),
  boundary: 'split',
  period: { startMs, endMs },
  prices: text === null ? null : pricesOf(text),
});
const NIGHT: TariffText['periods'][number]['energy'] = {
  kind: 'time-of-use',
  bands: [{ name: 'Night', price: '0.123457', weekdays: null, from: '22:00', to: '06:00' }],
  otherwise: '0.271828',
};
const ALL = tariffOf(
  ZONE,
  { from: '2026-01-01', energy: NIGHT, perSession: '0.35', perHour: '0.123456' },
  {
    from: '2026-03-29',
    energy: {
      kind: 'hourly',
      start: '2026-03-28T23:00:00.000Z',
      minutes: 60,
      prices: Array.from(
        { length: 400 },
        (_, at) => `${at % 7 === 0 ? '-' : ''}0.${100_003 + at * 7}`,
      ),
    },
    perSession: '1',
  },
);

const sum = (list: readonly number[]) => list.reduce((all, one) => all + (one || 0), 0);

describe('parts of a session', () => {
  test('however time is split, energy, cost, fees and duration add up to the whole', () => {
    const start = Date.UTC(2026, 2, 20);
    const made = fc.record({
      from: fc.integer({ min: 0, max: 20 * 24 * HOUR }),
      length: fc.integer({ min: 1, max: 60 * HOUR }),
      micros: fc.integer({ min: -1_000_000, max: 400_000_000 }),
      cuts: fc.array(fc.integer({ min: 0, max: 25 * 24 * HOUR }), { maxLength: 6 }),
      isPriced: fc.boolean(),
    });
    fc.assert(
      fc.property(made, ({ from, length, micros, cuts, isPriced }) => {
        const kwh = micros / 1e6;
        const columns = session(start + from, start + from + length, kwh, kwh / 3);
        const text = isPriced ? ALL : null;
        const edges = [-HOUR, ...cuts.toSorted((a, b) => a - b), 30 * 24 * HOUR];
        const whole = cutSession(columns, 0, cutting(start - HOUR, start + 30 * 24 * HOUR, text));
        const parts = edges.slice(1).flatMap((end, at) => {
          const own = cutting(start + (edges[at] ?? 0), start + end, text);
          return cutSession(columns, 0, own).pieces;
        });
        const amounts = (pieces: typeof parts) => ({
          energy: sum(pieces.map(({ energy }) => energy)),
          t1: sum(pieces.map(({ registers }) => registers[0])),
          cost: sum(pieces.map(({ cost }) => cost)),
          fees: sum(pieces.map(({ fees }) => fees)),
          unpriced: sum(pieces.map(({ unpriced }) => unpriced)),
          length: sum(pieces.map(({ startMs, endMs }) => endMs - startMs)),
        });
        expect(amounts(parts)).toEqual(amounts(whole.pieces));
        expect(amounts(parts)).toMatchObject({ energy: micros, length });
        expect(amounts(parts).fees).toBeGreaterThanOrEqual(isPriced ? 350_000 : 0);
      }),
      { numRuns: 400 },
    );
  });

  test('registers that add up to the energy do so in each part', () => {
    const start = Date.UTC(2026, 2, 29, 0, 13);
    const columns = session(start, start + 5 * HOUR + 1, 10 / 3, 10 / 3);
    const { pieces } = cutSession(columns, 0, cutting(start, start + 9 * HOUR, null));
    expect(pieces.length).toBeGreaterThan(5);
    for (const { energy, registers } of pieces) expect(registers[0]).toBe(energy);
  });
});

describe('prices by an independent calculation', () => {
  /** The cost of energy that is spread evenly, minute by minute, rounded once to a millionth. */
  function expected(startMs: number, minutes: number, kwh: number, price: (ms: number) => number) {
    let cost = 0n;
    for (let at = 0; at < minutes; at += 1) {
      cost +=
        BigInt(Math.round(kwh * 1e6)) * BigInt(Math.round(price(startMs + at * 60_000) * 1e6));
    }
    const by = 1_000_000n * BigInt(minutes);
    return Number((2n * cost + by) / (2n * by));
  }
  const costOf = (columns: SessionColumns, text: TariffText) => {
    const { pieces } = cutSession(columns, 0, cutting(0, Date.UTC(2030, 0, 1), text));
    return { cost: sum(pieces.map(({ cost }) => cost)), fees: sum(pieces.map(({ fees }) => fees)) };
  };

  test('hours, over the night on which the clock goes forward and the one on which it goes back', () => {
    const byHour = tariffOf(ZONE, { energy: NIGHT });
    // Local midnight of 29 March is 23:00 UTC; that of 25 October 22:00 UTC. Night lasts until 6 o'clock.
    const nights = [
      { start: Date.UTC(2026, 2, 28, 23, 0), dayFrom: Date.UTC(2026, 2, 29, 4, 0), minutes: 480 },
      { start: Date.UTC(2026, 9, 24, 22, 0), dayFrom: Date.UTC(2026, 9, 25, 5, 0), minutes: 600 },
    ];
    for (const { start, dayFrom, minutes } of nights) {
      const price = (ms: number) => (ms < dayFrom ? 0.123457 : 0.271828);
      const { cost } = costOf(session(start, start + minutes * 60_000, 24), byHour);
      // Each part of energy is rounded to a millionth of a kWh before it is priced.
      expect(Math.abs(cost - expected(start, minutes, 24, price))).toBeLessThanOrEqual(1);
    }
  });

  test('hourly prices with fees, below zero too, and none after the list', () => {
    const start = Date.UTC(2026, 2, 29, 3, 30);
    const hour = (ms: number) => Math.floor((ms - Date.UTC(2026, 2, 28, 23)) / HOUR);
    const price = (ms: number) => (hour(ms) % 7 === 0 ? -1 : 1) * ((100_003 + hour(ms) * 7) / 1e6);
    const { cost, fees } = costOf(session(start, start + 6 * HOUR, 30), ALL);
    expect(Math.abs(cost - expected(start, 360, 30, price))).toBeLessThanOrEqual(3);
    expect(fees).toBe(1_000_000);
    const late = Date.UTC(2026, 4, 1);
    const { pieces } = cutSession(session(late, late + HOUR, 3), 0, cutting(0, late + HOUR, ALL));
    expect(pieces.map(({ cost: own, unpriced }) => [own, unpriced])).toEqual([
      [Number.NaN, 3_000_000],
    ]);
  });

  test('a fee per hour is rounded once; a session before the first period costs nothing', () => {
    const start = Date.UTC(2026, 1, 1, 10);
    const { fees } = costOf(session(start, start + 100_000, 1), ALL);
    // 0.35 and 100 s of 0.123456 per hour.
    expect(fees).toBe(350_000 + 3429);
    const early = Date.UTC(2025, 11, 1);
    expect(costOf(session(early, early + HOUR, 1), ALL)).toEqual({ cost: 0, fees: 0 });
  });
});
