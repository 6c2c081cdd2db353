import { divideRounded } from './exact.ts';

// Millionths as whole numbers in doubles: a report of a million sessions has no room for an object per amount. Products
// that a double cannot hold are computed as bigints, so that every result is exact.

/** Amounts and costs of a session stay below this, so that a sum and one more amount fit a double. */
export const LARGEST_EXACT = 2 ** 52;

const isExact = (product: number) =>
  product <= Number.MAX_SAFE_INTEGER && product >= -Number.MAX_SAFE_INTEGER;

/**
 * `amount * times / by`, rounded to a whole number, halves away from zero.
 * @param by positive
 */
export function scaled(amount: number, times: number, by: number): number {
  const product = amount * times;
  if (!isExact(product)) return Number(divideRounded(BigInt(amount) * BigInt(times), BigInt(by)));
  const size = Math.abs(product);
  let quotient = Math.floor(size / by);
  let left = size - quotient * by;
  // The division itself is rounded, and may be off by one.
  if (left < 0) {
    quotient -= 1;
    left += by;
  } else if (left >= by) {
    quotient += 1;
    left -= by;
  }
  if (2 * left >= by) quotient += 1;
  // Zero has no sign here.
  return product < 0 && quotient > 0 ? -quotient : quotient;
}

/** A product sum: exact, and read as a rounded quotient. */
export interface RunningProducts {
  add(amount: number, price: number): void;
  /** Their sum divided and rounded, halves away from zero. @param by positive */
  rounded(by: number): number;
}

/** Sums products as doubles while these are exact, then as bigints. */
export function runningProducts(): RunningProducts {
  let small = 0;
  let large: bigint | null = null;
  return {
    add(amount, price) {
      const product = amount * price;
      const sum = small + product;
      if (large === null && isExact(product) && isExact(sum)) small = sum;
      else large = (large ?? BigInt(small)) + BigInt(amount) * BigInt(price);
    },
    rounded: (by) =>
      large === null ? scaled(small, 1, by) : Number(divideRounded(large, BigInt(by))),
  };
}

const BASE = LARGEST_EXACT;

/** Exact sums in rows of a fixed number of columns. Amounts are whole and below 2^52 in size. */
export class ExactSums {
  readonly columns: number;
  #low: Float64Array;
  /** What the few sums that are beyond a double have carried over. */
  readonly #high = new Map<number, number>();

  /** @param columns of a row */
  constructor(columns: number, rows = 16) {
    this.columns = columns;
    this.#low = new Float64Array(rows * columns);
  }

  /** Makes room for a row. */
  reserve(row: number): void {
    const needed = (row + 1) * this.columns;
    if (needed <= this.#low.length) return;
    const low = new Float64Array(Math.max(needed, 2 * this.#low.length));
    low.set(this.#low);
    this.#low = low;
  }

  /** Adds to a column of a row that there is room for. */
  add(row: number, column: number, amount: number): void {
    const at = row * this.columns + column;
    const sum = (this.#low[at] ?? 0) + amount;
    if (sum < BASE && sum > -BASE) {
      this.#low[at] = sum;
      return;
    }
    const carry = sum > 0 ? 1 : -1;
    this.#low[at] = sum - carry * BASE;
    this.#high.set(at, (this.#high.get(at) ?? 0) + carry);
  }

  /** The exact sum. */
  of(row: number, column: number): bigint {
    const at = row * this.columns + column;
    return BigInt(this.#high.get(at) ?? 0) * BigInt(BASE) + BigInt(this.#low[at] ?? 0);
  }

  /** Near enough for an order; equal sums are equal here. */
  near(row: number, column: number): number {
    const at = row * this.columns + column;
    return (this.#high.get(at) ?? 0) * BASE + (this.#low[at] ?? 0);
  }
}
