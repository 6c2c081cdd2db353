/** Energy is stored in millionths of its unit. */
const MICRO = 1_000_000;

/** Millionths as an amount, the only rounding. */
export function amountOf(micros: bigint | number): number {
  return Number(micros) / MICRO;
}

/** A unit as returned: null if none was reported. @param unit verbatim, empty if none was */
export function unitName(unit: string): string | null {
  return unit === '' ? null : unit;
}

/** Units by how often they occur, most first; ties by name. */
export function unitsByCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([unit]) => unit);
}
