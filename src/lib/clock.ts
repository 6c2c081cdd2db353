/** Time for the parts of the console's server; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. The clock may be set, even back. */
  now(): number;
  /** Milliseconds since an arbitrary instant, monotonic: for measuring durations. */
  elapsed(): number;
  /**
   * Runs a function once, later.
   * @param ms delay in milliseconds
   * @returns a function that cancels it
   */
  after(ms: number, run: () => void): () => void;
  /** The same for work in the background, which one process at a time does. Absent: this one. */
  background?(ms: number, run: () => void): () => void;
}

/** The machine's clock. Its timers do not keep the process alive. */
export const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * The time of day by a clock that nobody sets: that of the start, and what has passed since. For what must neither
 * end nor be prolonged because the machine's clock is set.
 * @returns milliseconds since the epoch
 */
export function steadyTime(clock: Pick<Clock, 'now' | 'elapsed'>): () => number {
  const start = clock.now() - clock.elapsed();
  return () => Math.round(start + clock.elapsed());
}
