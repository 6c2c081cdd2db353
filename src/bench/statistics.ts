/** The value below which the given share of values lies; 0 if there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Spread {
  p50: number;
  p99: number;
  most: number;
}

/** Median, 99th percentile and largest of some values, in their unit. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), most: quantile(sorted, 1) };
}
