import type { ToldAnswer } from '../bff/upstream/client.ts';
import type { Clock } from '../lib/clock.ts';

/** Minimum time until the same answer is stored again, in milliseconds. */
const AGAIN_MS = 5000;
/** Maximum bytes of answers in memory. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Answers that are stored again together. */
const TOGETHER = 8;

/** Stores an answer. @param askedAt when the latest equal one was requested, in milliseconds since the epoch */
type StoreAgain = (askedAt: number) => Promise<void>;

/** A stored answer, and the latest equal one, which is not stored yet. */
interface Stored {
  told: Buffer;
  again: { askedAt: number; store: StoreAgain } | null;
}

/** Remembers the answers of the last five seconds, so that equal ones are stored once in that time. */
export interface RepeatedAnswers {
  /**
   * Whether the same question just had the same bytes as its answer. Then only the last such answer is
   * stored, later; if not, the caller stores this one at once.
   * @param question key of the request
   * @param store must handle its own errors
   */
  takes(answer: ToldAnswer, askedAt: number, store: StoreAgain): boolean;
  /** Something else changed or failed: the next answer to each question is stored at once. */
  forget(): void;
  /** Stores the waiting answers. */
  settle(): Promise<void>;
}

export function createRepeatedAnswers(clock: Pick<Clock, 'after'>): RepeatedAnswers {
  let known = new Map<string, Stored>();
  let bytes = 0;
  let isWatched = false;
  let storing: Promise<void> = Promise.resolve();
  let behind = 0;

  const storeAgain = async (before: Promise<void>, answers: readonly Stored[]) => {
    behind += 1;
    await before;
    for (let at = 0; at < answers.length; at += TOGETHER) {
      const part = answers.slice(at, at + TOGETHER);
      await Promise.all(part.flatMap(({ again }) => again?.store(again.askedAt) ?? []));
    }
    behind -= 1;
  };

  const storeNow = (answers: readonly Stored[]) => {
    storing = storeAgain(storing, answers);
  };

  /** Stores the waiting answers, which then count as just stored, and drops the others. */
  const sweep = () => {
    const waiting = [...known].filter(([, { again }]) => again !== null);
    known = new Map(waiting.map(([question, { told }]) => [question, { told, again: null }]));
    bytes = waiting.reduce((sum, [, { told }]) => sum + told.length, 0);
    storeNow(waiting.map(([, answer]) => answer));
  };
  const forget = () => {
    sweep();
    known = new Map();
    bytes = 0;
  };
  const watch = () => {
    if (isWatched) return;
    isWatched = true;
    clock.after(AGAIN_MS, () => {
      isWatched = false;
      // A store that falls behind gets the next answers later, and fewer.
      if (behind === 0) sweep();
      if (known.size > 0) watch();
    });
  };

  return {
    takes({ question, body: told }, askedAt, store) {
      const last = known.get(question);
      if (last?.told.equals(told) === true) {
        if (askedAt >= (last.again?.askedAt ?? -Infinity)) last.again = { askedAt, store };
        return true;
      }
      if (last !== undefined) {
        bytes -= last.told.length;
        if (last.again !== null) storeNow([last]);
      }
      if (bytes + told.length > MOST_BYTES) forget();
      // A copy: it is a part of what the socket read at once.
      known.set(question, { told: Buffer.from(told), again: null });
      bytes += told.length;
      watch();
      return false;
    },
    forget,
    async settle() {
      forget();
      await storing;
    },
  };
}
