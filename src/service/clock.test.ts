import { describe, expect, test } from 'vitest';
import { startClock } from './clock.ts';
import { randomFor, uuidFor } from './random.ts';

describe('the simulated clock', () => {
  test('runs at its factor from its start, and can be advanced', () => {
    let real = 1_000;
    const clock = startClock(() => real, 60, 0);
    expect(clock.now()).toBe(1_000);
    real += 500;
    expect(clock.now()).toBe(31_000);
    clock.advance(9_000);
    expect(clock.now()).toBe(40_000);
  });

  test('does not run backwards with the machine’s clock, and continues from its current time', () => {
    let real = 100_000;
    const clock = startClock(() => real, 2, 0);
    real += 1_000;
    expect(clock.now()).toBe(102_000);
    real -= 50_000;
    expect(clock.now()).toBe(102_000);
    real += 10;
    expect(clock.now()).toBe(102_020);
  });

  test('does not begin before the time already reached', () => {
    let real = 1_000;
    const clock = startClock(() => real, 1, 5_000);
    real += 10;
    expect(clock.now()).toBe(5_010);
  });
});

describe('random choices', () => {
  test('are the same for the same parts, and differ for others', () => {
    const draw = (...parts: (string | number)[]) => {
      const random = randomFor(...parts);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(draw(1, 'a')).toEqual(draw(1, 'a'));
    expect(draw(1, 'a')).not.toEqual(draw(1, 'b'));
    expect(draw(1, 23)).not.toEqual(draw(12, 3));
  });

  test('stay within their bounds and reach both', () => {
    const random = randomFor('bounds');
    const whole = Array.from({ length: 500 }, () => random.whole(2, 4));
    expect([...new Set(whole)].toSorted((a, b) => a - b)).toEqual([2, 3, 4]);
    const between = Array.from({ length: 500 }, () => random.between(-1, 1));
    expect(Math.min(...between)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...between)).toBeLessThan(1);
    const mean = between.reduce((sum, value) => sum + value, 0) / between.length;
    expect(Math.abs(mean)).toBeLessThan(0.15);
  });

  test('a derived UUID is well formed', () => {
    expect(uuidFor('x', 1)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(uuidFor('x', 1)).not.toBe(uuidFor('x', 2));
  });
});
