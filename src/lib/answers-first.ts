import type { Clock } from './clock.ts';

/** Background work waits at most this long for answers in progress, in milliseconds. */
const WAIT_MAX_MS = 10;
/** An answer that takes longer is a stream or a long export: nothing waits for it. */
const ANSWER_MAX_MS = 250;

/** Lets background work wait while answers to operators are being made. */
export interface AnswersFirst {
  /** An answer begins. @returns a function to call when it has ended */
  begin(): () => void;
  /** Resolves when no answer is in progress, at the latest after 10 ms. */
  whenQuiet(): Promise<void>;
}

/** Creates it, for one process: its answers and its background work share a thread. */
export function createAnswersFirst(clock: Pick<Clock, 'elapsed' | 'after'>): AnswersFirst {
  const underWay = new Map<symbol, number>();
  const waiting = new Set<() => void>();

  const isQuiet = () => {
    const from = clock.elapsed() - ANSWER_MAX_MS;
    return [...underWay.values()].every((begun) => begun < from);
  };

  const release = () => {
    if (waiting.size === 0 || !isQuiet()) return;
    for (const done of waiting) done();
  };

  return {
    begin() {
      const answer = Symbol('answer');
      underWay.set(answer, clock.elapsed());
      return () => {
        underWay.delete(answer);
        release();
      };
    },
    async whenQuiet() {
      if (isQuiet()) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          cancel();
          waiting.delete(done);
          resolve();
        };
        const cancel = clock.after(WAIT_MAX_MS, done);
        waiting.add(done);
      });
    },
  };
}
