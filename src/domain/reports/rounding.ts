// The arithmetic of rounding. A session's cost is rounded once, by `addCosts` in `cut-session.ts`, to a
// millionth; what a page or a file shows, by `shown-figures.ts`.

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
