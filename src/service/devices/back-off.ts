import type { WallClock } from '../clock.ts';

/** The first and the longest wait after a failure, in real ms. Each is twice the one before. */
export const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 5 * 60_000;

/** A failed step that is retried. */
export interface StepFailure {
  /** Name of the step. */
  step: string;
  error: unknown;
  /** Real milliseconds until the next attempt. */
  retryInMs: number;
}

/** Keeps a failing step from being retried at every turn, and from failing its callers. */
export interface BackOff {
  /**
   * Runs a step, unless it failed recently. It never throws.
   * @param step its name; each name has its own wait
   * @returns whether it succeeded
   */
  attempt(step: string, action: () => Promise<void>): Promise<boolean>;
  /** Whether a step failed and must not be retried yet. */
  isWaiting(step: string): boolean;
}

/**
 * Makes a back-off.
 * @param wall real time
 * @param failed called once per failure
 */
export function makeBackOff(wall: WallClock, failed: (failure: StepFailure) => void): BackOff {
  const waits = new Map<string, { failedMs: number; waitMs: number }>();
  const isWaiting = (step: string) => {
    const known = waits.get(step);
    if (known === undefined) return false;
    const passedMs = wall() - known.failedMs;
    // A machine clock that was set back must not make a wait longer.
    return passedMs >= 0 && passedMs < known.waitMs;
  };
  return {
    isWaiting,
    attempt: async (step, action) => {
      if (isWaiting(step)) return false;
      try {
        await action();
        waits.delete(step);
        return true;
      } catch (error) {
        const before = waits.get(step)?.waitMs ?? FIRST_WAIT_MS / 2;
        const retryInMs = Math.min(2 * before, LONGEST_WAIT_MS);
        waits.set(step, { failedMs: wall(), waitMs: retryInMs });
        failed({ step, error, retryInMs });
        return false;
      }
    },
  };
}
