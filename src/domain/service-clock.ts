/** How far the Service's clock is ahead of ours, in milliseconds: somewhere between the two. */
export interface OffsetRange {
  lowMs: number;
  highMs: number;
}

/** What one answer reveals about the Service's clock; in milliseconds since the epoch. */
interface ClockSample {
  /** Its Date header, which is cut to the second. */
  dateMs: number;
  sentAt: number;
  receivedAt: number;
}

/** Learns the Service's clock from the Date header of every answer. */
export interface ServiceClock {
  onAnswer(sample: ClockSample): void;
  /** Null until an answer had a Date header. */
  offset(): OffsetRange | null;
}

const SECOND_MS = 1000;
/** How much two good clocks drift apart, in milliseconds per millisecond. */
const DRIFT = 100e-6;

/** The range that holds both; null means unknown. */
export function hull(a: OffsetRange | null, b: OffsetRange | null): OffsetRange | null {
  if (a === null || b === null) return a ?? b;
  return { lowMs: Math.min(a.lowMs, b.lowMs), highMs: Math.max(a.highMs, b.highMs) };
}

/** Whether two ranges share a point. */
export function overlap(a: OffsetRange, b: OffsetRange): boolean {
  return a.lowMs <= b.highMs && b.lowMs <= a.highMs;
}

/** A range that was true `ageMs` ago, widened by what two clocks can have drifted since. */
function aged({ lowMs, highMs }: OffsetRange, ageMs: number): OffsetRange {
  const drift = Math.abs(ageMs) * DRIFT;
  return { lowMs: lowMs - drift, highMs: highMs + drift };
}

/**
 * Creates a clock that knows nothing yet. Each answer bounds the offset by its round trip and the
 * truncated second; the bounds of several answers are intersected. An answer that contradicts them
 * replaces them: a clock has jumped.
 */
export function createServiceClock(): ServiceClock {
  let known: { range: OffsetRange; at: number } | null = null;
  return {
    onAnswer({ dateMs, sentAt, receivedAt }) {
      const told = { lowMs: dateMs - receivedAt, highMs: dateMs + SECOND_MS - sentAt };
      const before = known === null ? told : aged(known.range, receivedAt - known.at);
      const range = overlap(before, told)
        ? {
            lowMs: Math.max(before.lowMs, told.lowMs),
            highMs: Math.min(before.highMs, told.highMs),
          }
        : told;
      known = { range, at: receivedAt };
    },
    offset: () => known?.range ?? null,
  };
}
