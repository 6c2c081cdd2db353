// The arithmetic of rounding. A session's cost is rounded once, in `cut-session.ts`, to a millionth; what a page or a
// file shows, by `shown-figures.ts`.

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

/** Rounds a quotient to the nearest whole number, halves away from zero. The divisor is positive. */
export function divideRounded(amount: bigint, by: bigint): bigint {
  const twice = 2n * (amount < 0n ? -amount : amount) + by;
  const rounded = twice / (2n * by);
  return amount < 0n ? -rounded : rounded;
}

/** The largest whole number not above a quotient. The divisor is positive. */
function divideFloor(amount: bigint, by: bigint): bigint {
  const quotient = amount / by;
  return amount % by < 0n ? quotient - 1n : quotient;
}

/**
 * Rounds parts so that they add up to the rounded total: the total is rounded on its own (halves
 * away from zero), each part is rounded down, and the rest goes to the parts with the largest
 * remainders, earlier ones first.
 * @param step size of one count, positive
 * @returns counts of steps
 */
export function roundToStep(
  parts: readonly bigint[],
  step: bigint,
): { parts: bigint[]; total: bigint } {
  const sum = parts.reduce((total, part) => total + part, 0n);
  const total = divideRounded(sum, step);
  const floors = parts.map((part) => divideFloor(part, step));
  const left = total - floors.reduce((all, floor) => all + floor, 0n);
  const byRemainder = floors
    .map((floor, at) => ({ at, remainder: (parts[at] ?? 0n) - floor * step }))
    .toSorted((a, b) =>
      a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1,
    );
  const raised = new Set(byRemainder.slice(0, Number(left)).map(({ at }) => at));
  return { parts: floors.map((floor, at) => floor + (raised.has(at) ? 1n : 0n)), total };
}
