import type { Clock } from '../../lib/clock.ts';
import { trusted } from '../../lib/trusted.ts';
import type { ReportAnswers, ReportTasks, TaskOf } from './report-tasks.ts';

/** How long a request waits for its answer before it is told how far that is, in milliseconds. */
const WAIT_MS = 500;
/** A computation that nobody asked for since is stopped; a result is kept as long. In milliseconds. */
const ASKED_MS = 3000;

type Kind = keyof ReportAnswers;

/** A computation that several requests may wait for. */
interface Computation {
  done: number;
  of: number;
  answer: Promise<ReportAnswers[Kind]>;
  stop: AbortController;
  /** Cancels its end. */
  keep: () => void;
  waiting: number;
}

/** Answers, or how far they are. */
export interface AskSoon {
  /**
   * Waits half a second for the answer to a task. The same task asked again joins what is under way; one that nobody
   * asks for any more is stopped.
   * @returns the answer, or the progress
   * @throws whatever the task threw
   */
  ask<K extends Kind>(
    task: TaskOf<K>,
  ): Promise<
    { state: 'computing'; done: number; of: number } | ({ state: 'ready' } & ReportAnswers[K])
  >;
  /** Ends all computations. */
  stop(): void;
}

/** Creates what asks the tasks. */
export function createAskSoon(tasks: ReportTasks, clock: Clock): AskSoon {
  const computations = new Map<string, Computation>();

  const endLater = (key: string, own: Computation) => {
    own.keep();
    own.keep = clock.after(ASKED_MS, () => {
      if (own.waiting > 0) return;
      own.stop.abort();
      if (computations.get(key) === own) computations.delete(key);
    });
  };

  const begin = (key: string, task: TaskOf<Kind>): Computation => {
    const stop = new AbortController();
    const told = { done: 0, of: 0 };
    const progress = (done: number, of: number) => {
      Object.assign(told, { done, of });
    };
    const answer = tasks.answer(task, { signal: stop.signal, progress });
    // Nobody may be waiting when it fails; who asks again is told.
    answer.catch(() => {});
    const own = Object.assign(told, { answer, stop, keep: () => {}, waiting: 0 });
    computations.set(key, own);
    return own;
  };

  return {
    async ask<K extends Kind>(task: TaskOf<K>) {
      // The time of the request is no part of what is asked.
      const key = JSON.stringify({ ...task, now: 0 });
      const own = computations.get(key) ?? begin(key, task);
      own.waiting += 1;
      let cancel = () => {};
      const soon = new Promise<null>((resolve) => {
        cancel = clock.after(WAIT_MS, () => {
          resolve(null);
        });
      });
      let isOver = true;
      try {
        const answer = await Promise.race([own.answer, soon]);
        isOver = answer !== null;
        if (answer === null) return { state: 'computing', done: own.done, of: own.of };
        // The answer of a task has the kind of the task.
        return { state: 'ready', ...trusted<ReportAnswers[K]>(answer) };
      } finally {
        cancel();
        own.waiting -= 1;
        own.keep();
        if (isOver) computations.delete(key);
        else endLater(key, own);
      }
    },
    stop() {
      for (const { stop, keep } of computations.values()) {
        keep();
        stop.abort();
      }
      computations.clear();
    },
  };
}
