import type { Clock } from '../lib/clock.ts';

export type BackgroundClock = ReturnType<typeof createBackgroundClock>;

/**
 * A clock whose work in the background waits while another process does it.
 * @param mayRun whether this process does the work in the background
 * @param askOther called when there is work for the process that does
 */
export function createBackgroundClock(clock: Clock, mayRun: () => boolean, askOther: () => void) {
  const waiting = new Set<{ isDue: boolean; run(): void }>();
  return {
    clock: {
      ...clock,
      background(ms: number, run: () => void) {
        const cancel = () => {
          callOff();
          waiting.delete(timer);
        };
        const timer = {
          isDue: false,
          run() {
            cancel();
            run();
          },
        };
        const callOff = clock.after(ms, () => {
          timer.isDue = true;
          if (mayRun()) timer.run();
        });
        waiting.add(timer);
        if (ms <= 0 && !mayRun()) askOther();
        return cancel;
      },
    },
    /** Runs what waited, if it may run now. @param all what is not due yet too: another process changed something */
    wake(all: boolean): void {
      if (!mayRun()) return;
      const ready = Array.from(waiting).filter(({ isDue }) => all || isDue);
      for (const timer of ready) timer.run();
    },
  };
}
