import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createServiceClock } from './service-clock.ts';

const START = Date.UTC(2026, 5, 1);

/** An answer of a Service whose clock is ahead by `aheadMs`, after a round trip. */
function sampleAt(at: number, aheadMs: number, thereMs: number, backMs: number) {
  const dateMs = Math.floor((at + thereMs + aheadMs) / 1000) * 1000;
  return { dateMs, sentAt: at, receivedAt: at + thereMs + backMs };
}

describe('the clock of the Service', () => {
  test('is unknown before the first answer', () => {
    expect(createServiceClock().offset()).toBeNull();
  });

  test('always lies in the range, however slow the answers; more answers narrow it', () => {
    const trips = fc.array(
      fc.record({
        pauseMs: fc.nat(5000),
        thereMs: fc.nat(3000),
        backMs: fc.nat(3000),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 700_000 }), trips, (aheadMs, all) => {
        const clock = createServiceClock();
        let at = START;
        let width = Number.POSITIVE_INFINITY;
        for (const { pauseMs, thereMs, backMs } of all) {
          at += pauseMs;
          clock.onAnswer(sampleAt(at, aheadMs, thereMs, backMs));
          at += thereMs + backMs;
          const range = clock.offset();
          if (range === null) throw new Error('nothing learnt');
          expect(range.lowMs).toBeLessThanOrEqual(aheadMs);
          expect(range.highMs).toBeGreaterThanOrEqual(aheadMs);
          expect(range.highMs - range.lowMs).toBeLessThanOrEqual(width + 2.5);
          width = range.highMs - range.lowMs;
        }
      }),
    );
  });

  test.each([
    ['jumps ten minutes back', -600_000],
    ['jumps eight seconds ahead', 8000],
  ])('that %s is known after the next answer', (_name, aheadMs) => {
    const clock = createServiceClock();
    for (let at = 0; at < 5000; at += 500) clock.onAnswer(sampleAt(START + at, 0, 10, 10));
    clock.onAnswer(sampleAt(START + 6000, aheadMs, 10, 10));
    const range = clock.offset();
    expect(range?.lowMs).toBeLessThanOrEqual(aheadMs);
    expect(range?.highMs).toBeGreaterThanOrEqual(aheadMs);
    expect((range?.highMs ?? 0) - (range?.lowMs ?? 0)).toBeLessThanOrEqual(1020);
  });

  test('drifting by a thousandth is followed to the second', () => {
    const clock = createServiceClock();
    for (let at = 0; at < 3_600_000; at += 10_000) {
      const aheadMs = at * 0.001;
      clock.onAnswer(sampleAt(START + at, aheadMs, 5, 5));
      const range = clock.offset();
      expect(range?.lowMs).toBeLessThanOrEqual(aheadMs + 1000);
      expect(range?.highMs).toBeGreaterThanOrEqual(aheadMs - 1000);
    }
  });
});
