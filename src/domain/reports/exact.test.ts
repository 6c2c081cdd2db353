import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { microsOfNumber, microsOfText, microsToFixed, microsToText, roundToStep } from './exact.ts';

const amount = fc.oneof(
  fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  fc.bigInt({ min: -2_000_000n, max: 2_000_000n }),
);

describe('reading decimals', () => {
  test.each([
    ['60441.935575', 60_441_935_575n],
    ['-0.1', -100_000n],
    ['0.0000005', 1n],
    ['0.00000049', 0n],
    ['1e-7', 0n],
    ['1.5e3', 1_500_000_000n],
    ['1e21', 10n ** 27n],
  ])('%s', (text, expected) => {
    expect(microsOfText(text)).toBe(expected);
  });

  test.each(['', 'abc', '1,5', '0x10', '1e999'])('"%s" is refused', (text) => {
    expect(microsOfText(text)).toBeNull();
  });

  test('a JSON number keeps its written digits', () => {
    expect(microsOfNumber(1.005)).toBe(1_005_000n);
    expect(microsOfNumber(0.1 + 0.2)).toBe(300_000n);
    expect(microsOfNumber(Number.NaN)).toBeNull();
    expect(microsOfNumber(Infinity)).toBeNull();
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.integer({ min: -1e9, max: 1e9 }).map((millionths) => millionths / 1e6),
    );
    fc.assert(
      fc.property(number, (value) => {
        expect(microsOfNumber(value)).toBe(microsOfText(String(value)));
      }),
    );
  });

  test('an amount survives the round trip', () => {
    fc.assert(
      fc.property(amount, (micros) => {
        expect(microsOfText(microsToText(micros))).toBe(micros);
        expect(microsOfText(microsToFixed(micros, 6))).toBe(micros);
      }),
    );
  });
});

describe('rounding for display', () => {
  test('halves round away from zero', () => {
    expect(microsToFixed(1_005_000n, 2)).toBe('1.01');
    expect(microsToFixed(-1_005_000n, 2)).toBe('-1.01');
    expect(microsToFixed(499_999n, 0)).toBe('0');
    expect(microsToFixed(-5_000n, 2)).toBe('-0.01');
  });

  test('three rounded thirds add up to one', () => {
    expect(roundToStep([333_333n, 333_333n, 333_334n], 10_000n)).toEqual({
      parts: [33n, 33n, 34n],
      total: 100n,
    });
  });

  test('the rounded parts add up to the rounded total, each within one step', () => {
    fc.assert(
      fc.property(
        fc.array(amount, { maxLength: 40 }),
        fc.integer({ min: 0, max: 6 }),
        (parts, decimals) => {
          const step = 10n ** BigInt(6 - decimals);
          const { parts: shown, total } = roundToStep(parts, step);
          expect(shown.reduce((sum, part) => sum + part, 0n)).toBe(total);
          const sum = parts.reduce((all, part) => all + part, 0n);
          expect(microsOfText(microsToFixed(sum, decimals))).toBe(total * step);
          parts.forEach((part, at) => {
            const off = part - (shown[at] ?? 0n) * step;
            expect(off < step && off > -step).toBe(true);
          });
        },
      ),
    );
  });
});
