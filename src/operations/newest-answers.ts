import { setImmediate as turn } from 'node:timers/promises';
import type { Answered } from '../bff/proxy/proxy-routes.ts';
import type { Clock } from '../lib/clock.ts';

/** Answers are gathered for this long, so that many share a transaction, in milliseconds. */
const GATHER_MS = 1000;
/** The same answer is stored again after this time, in milliseconds. */
const SAME_MS = 15_000;
/** Maximum bytes of the answers that wait; above, further ones are dropped: a later read brings the same. */
const BYTES_MAX = 8 * 1024 * 1024;
/** Questions whose last answer is remembered. */
const QUESTIONS_MAX = 1000;

/** Stores answers to reads after they were passed on, once a second: of each question the newest. */
export interface NewestAnswers {
  add(answer: Answered): void;
  /** Something was changed: the next answer is stored even if it is the same as before. */
  forget(): void;
  /** Resolves when everything that waits is stored. */
  settle(): Promise<void>;
}

/**
 * Creates the queue of answers to be stored.
 * @param store handles its own errors
 */
export function createNewestAnswers(
  clock: Pick<Clock, 'after'>,
  store: (answer: Answered) => Promise<void>,
): NewestAnswers {
  const waiting = new Map<string, Answered>();
  /** What was stored last, of the questions that were asked lately. */
  let stored = new Map<string, Answered>();
  const underWay = new Set<Promise<void>>();
  let bytes = 0;
  let isGathering = false;

  const begin = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const storeWaiting = async () => {
    for (const question of Array.from(waiting.keys())) {
      // The answers to operators go first.
      await turn();
      const newest = waiting.get(question);
      if (newest === undefined) continue;
      waiting.delete(question);
      bytes -= newest.bytes;
      if (stored.size >= QUESTIONS_MAX) stored = new Map();
      stored.set(question, newest);
      begin(store(newest));
    }
  };
  const gather = () => {
    if (isGathering) return;
    isGathering = true;
    clock.after(GATHER_MS, () => {
      isGathering = false;
      // A store that falls behind gets the next answers later, and fewer.
      if (underWay.size === 0) begin(storeWaiting());
      else gather();
    });
  };

  return {
    add(answer) {
      const { question } = answer;
      const last = stored.get(question);
      const isSame =
        last !== undefined &&
        last.value === answer.value &&
        answer.askedAt - last.askedAt < SAME_MS;
      const before = waiting.get(question);
      if (isSame && before === undefined) return;
      if (before !== undefined && before.askedAt > answer.askedAt) return;
      const held = bytes - (before?.bytes ?? 0) + answer.bytes;
      if (held > BYTES_MAX) return;
      bytes = held;
      waiting.set(question, answer);
      gather();
    },
    forget() {
      stored = new Map();
    },
    async settle() {
      while (waiting.size > 0 || underWay.size > 0) {
        if (waiting.size > 0) begin(storeWaiting());
        await Promise.all(underWay);
      }
    },
  };
}
