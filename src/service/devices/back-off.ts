import type { WallClock } from '../clock.ts';

/** The first wait after a failure, and the longest, in real milliseconds. Each is twice the one before. */
export const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 5 * 60_000;

/** Something that failed and is tried again. */
export interface StepFailure {
  /** What was tried. */
  step: string;
  error: unknown;
  /** Real milliseconds until it is tried again. */
  retryInMs: number;
}

/** Keeps what fails from being tried at every turn, and from failing whoever waits for it. */
export interface BackOff {
  /**
   * Tries something, unless it failed a short while ago. It never throws.
   * @param step names it; each name has a wait of its own
   * @returns whether it was done
   */
  attempt(step: string, action: () => Promise<void>): Promise<boolean>;
  /** Whether something failed and is not to be tried yet. */
  isWaiting(step: string): boolean;
}

/**
 * Makes a back-off.
 * @param wall real time
 * @param failed told once for each time that something fails
 */
export function makeBackOff(wall: WallClock, failed: (failure: StepFailure) => void): BackOff {
  const waits = new Map<string, { failedMs: number; waitMs: number }>();
  const isWaiting = (step: string) => {
    const known = waits.get(step);
    if (known === undefined) return false;
    const passedMs = wall() - known.failedMs;
    // A machine whose clock was set back must not make a wait longer.
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
