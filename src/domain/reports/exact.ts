import { divideRounded } from './rounding.ts';

/** Millionths of a unit as a whole number, used to add energy, money and states of charge. */
export type Micros = bigint;

/** Decimals of a micro amount. */
const PLACES = 6;
export const MICRO = 1_000_000n;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Parses a decimal text into whole millionths, halves away from zero.
 * @param text as in JSON: digits, fraction, exponent
 * @returns null if it is not a number, or has more than a hundred digits
 */
export function microsOfText(text: string): Micros | null {
  const [, sign, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const shift = Number(exponent) - fraction.length + PLACES;
  if (Math.abs(shift) > 100) return shift < 0 ? 0n : null;
  const digits = BigInt(whole + fraction);
  const size =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** -BigInt(shift));
  return sign === '-' ? -size : size;
}

/**
 * Converts a JSON number to whole millionths through its shortest decimal text, which is what the
 * sender wrote: multiplying would carry over its binary error.
 */
export function microsOfNumber(value: number): Micros | null {
  // Most have at most six decimals. Up to fifteen digits, no two decimals are the same number.
  const whole = Math.round(value * 1e6);
  if (Math.abs(whole) < 1e15 && whole / 1e6 === value) return BigInt(whole);
  return Number.isFinite(value) ? microsOfText(String(value)) : null;
}

/** The exact decimal text of an amount, without trailing zeros: "60441.935575". */
export function microsToText(micros: Micros): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % MICRO)
    .padStart(PLACES, '0')
    .replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICRO}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The text of an amount with a fixed number of decimals, halves away from zero. */
export function microsToFixed(micros: Micros, decimals: number): string {
  const step = 10n ** BigInt(PLACES - decimals);
  return fixedText(divideRounded(micros, step), decimals);
}

/** A whole number of steps of 10^-decimals as text. */
function fixedText(steps: bigint, decimals: number): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const sign = steps < 0n ? '-' : '';
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, at)}.${digits.slice(at)}`;
}
