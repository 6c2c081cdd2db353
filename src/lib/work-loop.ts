import type { Clock } from './clock.ts';

/** A loop that polls for work. */
export interface WorkLoop {
  /** Starts the loop, or polls at once. */
  wake(): void;
  /** Whether it was stopped: nothing new may begin. */
  isStopped(): boolean;
  /** Stops polling; resolves when the current poll has ended. */
  stop(): Promise<void>;
}

/** Dependencies of a loop. Times are in milliseconds. */
export interface WorkLoopParts {
  clock: Pick<Clock, 'after' | 'background'>;
  /** Starts the available work. @returns the time until the next poll unless the loop is woken */
  look(): Promise<number>;
  /** Minimum pause between polls, even if the loop is woken; 0 for none. */
  holdMs(): number;
  /** Pause after a failed poll. */
  errorPauseMs: number;
  /** Called after a failed poll; the loop continues. */
  onError(error: unknown): void;
}

/** Creates a loop; `wake` starts it. */
export function createWorkLoop(parts: WorkLoopParts): WorkLoop {
  const { clock } = parts;
  let cancelTimer: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const lookOnce = async () => {
    let waitMs = parts.errorPauseMs;
    again = false;
    try {
      waitMs = await parts.look();
    } catch (error) {
      parts.onError(error);
    }
    looking = null;
    lookIn(again ? 0 : waitMs);
  };

  const lookIn = (ms: number) => {
    cancelTimer?.();
    if (stopped) return;
    const run = () => {
      cancelTimer = null;
      if (!stopped) looking ??= lookOnce();
    };
    const waitMs = Math.max(ms, parts.holdMs());
    cancelTimer = clock.background?.(waitMs, run) ?? clock.after(waitMs, run);
  };

  return {
    wake() {
      again = true;
      if (looking === null) lookIn(0);
    },
    isStopped: () => stopped,
    async stop() {
      stopped = true;
      cancelTimer?.();
      await looking;
    },
  };
}
