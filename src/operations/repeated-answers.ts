import type { Clock } from '../lib/clock.ts';

/** What was stored is stored again after this long at the earliest, in milliseconds. */
const AGAIN_MS = 1000;
/** Bytes of answers that are remembered meanwhile. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Answers that are stored again together. */
const TOGETHER = 8;

/** Stores an answer. @param askedAt when the latest one like it was asked for, in milliseconds since the epoch */
type StoreAgain = (askedAt: number) => Promise<void>;

/** An answer that was stored, and the latest one like it, which has still to be. */
interface Stored {
  told: Buffer;
  again: { askedAt: number; store: StoreAgain } | null;
}

/** Knows the answers of the last second: one that tells the same again is stored once a second. */
export interface RepeatedAnswers {
  /**
   * Whether the same question was answered with the same bytes just now. Then this answer is stored for all
   * of that second; if not, the caller stores it at once.
   * @param question the same for the same question
   * @param store must handle its own errors
   */
  takes(question: string, told: Buffer, askedAt: number, store: StoreAgain): boolean;
  /** Something else was changed or has failed: the next answer of each kind is stored at once. */
  forget(): void;
  /** Stores what waits. */
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

  /** Stores those that wait, which count as just stored, and forgets the others. */
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
      // A store that falls behind gets its next ones later, and fewer.
      if (behind === 0) sweep();
      if (known.size > 0) watch();
    });
  };

  return {
    takes(question, told, askedAt, store) {
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
      known.set(question, { told, again: null });
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
