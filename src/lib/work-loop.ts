import type { Clock } from './clock.ts';

/** A loop that looks for work, one look at a time. */
export interface WorkLoop {
  /** Begins, or looks at once for what is new. */
  wake(): void;
  /** Whether it was told to stop: nothing new may begin. */
  isStopped(): boolean;
  /** Looks no more; resolves when the look that is under way has ended. */
  stop(): Promise<void>;
}

/** What a loop works with. Times are in milliseconds. */
export interface WorkLoopParts {
  clock: Pick<Clock, 'after'>;
  /** Starts what there is to do. @returns after how long to look again if nobody wakes the loop */
  look(): Promise<number>;
  /** How long nothing may be looked up, however often the loop is woken; 0: at once. */
  holdMs(): number;
  /** How long it waits after a look that failed. */
  errorPauseMs: number;
  /** Told when a look failed; the loop goes on. */
  onError(error: unknown): void;
}

/** Creates a loop; `wake` starts it. */
export function createWorkLoop(parts: WorkLoopParts): WorkLoop {
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
    cancelTimer = parts.clock.after(Math.max(ms, parts.holdMs()), () => {
      cancelTimer = null;
      if (!stopped) looking ??= lookOnce();
    });
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
