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
  result: { answer: ReportAnswers[Kind] } | { error: unknown } | null;
  /** Resolves when there is a result; never fails. */
  over: Promise<void>;
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
    const own: Computation = {
      done: 0,
      of: 0,
      result: null,
      over: Promise.resolve(),
      stop,
      keep: () => {},
      waiting: 0,
    };
    const progress = (done: number, of: number) => {
      own.done = done;
      own.of = of;
    };
    const work = async () => {
      try {
        own.result = { answer: await tasks.answer(task, { signal: stop.signal, progress }) };
      } catch (error) {
        own.result = { error };
      }
    };
    own.over = work();
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
      const soon = new Promise<void>((resolve) => {
        cancel = clock.after(WAIT_MS, resolve);
      });
      await Promise.race([own.over, soon]);
      cancel();
      own.waiting -= 1;
      if (own.result === null) {
        endLater(key, own);
        return { state: 'computing', done: own.done, of: own.of };
      }
      own.keep();
      computations.delete(key);
      if ('error' in own.result) throw own.result.error;
      // The answer of a task has the kind of the task.
      return { state: 'ready', ...trusted<ReportAnswers[K]>(own.result.answer) };
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
