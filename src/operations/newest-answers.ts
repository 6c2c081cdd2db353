import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';

/** Minimum time between two answers to the same question that are stored, in milliseconds. */
const PAUSE_MS = 1000;
/** The same answer is stored again after this time, in milliseconds. */
const SAME_MS = 5000;
/** Maximum bytes of the answers that wait; above, further ones are dropped: a later read brings the same. */
const BYTES_MAX = 8 * 1024 * 1024;

/** Questions whose last answer is remembered. */
const QUESTIONS_MAX = 1000;

/** An answer to a read that is not stored yet. */
interface NewAnswer {
  bytes: number;
  /** The answer; if it is the same object as before, it is the same answer. */
  value: unknown;
  /** When it was requested, in milliseconds since the epoch. */
  askedAt: number;
  /** Handles its own errors. */
  store: () => Promise<void>;
}

/** Stores answers to reads after they were passed on: of each question at most one a second, the newest. */
export interface NewestAnswers {
  /** @param question the same for the same owner, resource and query */
  add(question: string, answer: NewAnswer): void;
  /** Something was changed: the next answer is stored even if it is the same as before. */
  forget(): void;
  /** Resolves when everything that waits is stored. */
  settle(): Promise<void>;
}

/** Creates the queue of answers to be stored. */
export function createNewestAnswers(clock: Pick<Clock, 'after'>): NewestAnswers {
  const waiting = new Map<string, NewAnswer>();
  /** Questions of which an answer was stored in this second. */
  const recent = new Set<string>();
  /** What was stored last, of the questions that were asked lately. */
  let stored = new Map<string, NewAnswer>();
  const underWay = new Set<Promise<void>>();
  let bytes = 0;
  let isWatched = false;

  const begin = (work: () => Promise<void>) => {
    const done = work().finally(() => underWay.delete(done));
    underWay.add(done);
  };
  /** Stores the waiting answers whose question has had none in this second. */
  const storeWaiting = async () => {
    for (const question of waiting.keys()) {
      // The answers to operators go first.
      await turn();
      const newest = waiting.get(question);
      if (newest === undefined || recent.has(question)) continue;
      waiting.delete(question);
      bytes -= newest.bytes;
      recent.add(question);
      if (stored.size >= QUESTIONS_MAX) stored = new Map();
      stored.set(question, newest);
      begin(newest.store);
    }
  };
  const watch = () => {
    if (isWatched) return;
    isWatched = true;
    clock.after(PAUSE_MS, () => {
      isWatched = false;
      recent.clear();
      // A store that falls behind gets the next answers later, and fewer.
      if (underWay.size === 0) begin(storeWaiting);
      if (waiting.size > 0) watch();
    });
  };

  return {
    add(question, answer) {
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
      if (underWay.size === 0 && !recent.has(question)) begin(storeWaiting);
      watch();
    },
    forget() {
      stored = new Map();
    },
    async settle() {
      while (waiting.size > 0 || underWay.size > 0) {
        recent.clear();
        if (waiting.size > 0) begin(storeWaiting);
        await Promise.all(underWay);
      }
    },
  };
}
