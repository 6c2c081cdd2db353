const SECOND_MS = 1000;

/** Counts the most requests that arrived within one second, for each endpoint. */
export interface Rush {
  /** @param atMs arrival in milliseconds of any monotonic clock */
  arrived(endpoint: string, atMs: number): void;
  /** By endpoint name. */
  most: Record<string, number>;
}

/** Makes the counter; it keeps the arrivals of the last second only. */
export function makeRush(): Rush {
  const recent = new Map<string, number[]>();
  const most: Record<string, number> = {};
  return {
    most,
    arrived(endpoint, atMs) {
      const kept = (recent.get(endpoint) ?? []).filter((at) => at > atMs - SECOND_MS);
      kept.push(atMs);
      recent.set(endpoint, kept);
      most[endpoint] = Math.max(most[endpoint] ?? 0, kept.length);
    },
  };
}
