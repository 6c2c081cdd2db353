/** Time as the parts of the console's server see it; tests give their own. */
export interface Clock {
  /** Milliseconds since the epoch. It may be set, also back. */
  now(): number;
  /** Milliseconds since some instant, never going back: for how long ago something was. */
  elapsed(): number;
  /**
   * Runs something once, later.
   * @param ms how much later, in milliseconds
   * @returns a function that calls it off
   */
  after(ms: number, run: () => void): () => void;
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
