import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { hasRowLocks } from './dialect/row-locks.ts';
import { runBuilt } from './insert-rows.ts';

/** Most works that share a commit. */
const MOST = 32;
/** Commits under way: while one waits for the disk, the next has the connection. */
const AT_ONCE = 2;
/** How long works run before other requests have their turn, in milliseconds. */
const SLICE_MS = 10;

/** A short change of the store: what its caller gets, and what is stored last. */
type Work<Tables, T, Last> = (trx: Transaction<Tables>) => Promise<{ result: T; last: Last }>;

interface Waiting<Tables, Last> {
  attempt(trx: Transaction<Tables>): Promise<Last>;
  /** Keeps the error of an attempt that was undone alone. */
  undone(error: unknown): void;
  /** Tells the caller how it ended, after the commit. */
  tell(): void;
  failed(error: unknown): void;
}

/** Runs each work in a savepoint of its own. @returns what is to be stored last of those that succeeded */
async function attemptEach<Tables, Last>(
  trx: Transaction<Tables>,
  works: readonly Waiting<Tables, Last>[],
): Promise<Last[]> {
  const lasts: Last[] = [];
  const run = (text: string) => runBuilt(trx, text, () => sql.raw(text), []);
  let began = performance.now();
  for (const work of works) {
    if (performance.now() - began > SLICE_MS) {
      await turn();
      began = performance.now();
    }
    await run('savepoint work');
    try {
      lasts.push(await work.attempt(trx));
    } catch (error) {
      // A full disk has ended the transaction: then all of it fails, and for this reason.
      await run('rollback to work').catch(() => Promise.reject(error));
      work.undone(error);
    }
    await run('release work');
  }
  return lasts;
}

/**
 * Lets short changes that wait for the same store share its next commit, and its wait for the disk. Each is stored
 * whole or not at all, in the order in which they came, and sees what those before it stored. On PostgreSQL, where
 * they do not wait for one connection, each has a transaction of its own.
 * @param storeLast stores the last parts of all of them
 * @returns runs a work; rejects with its error, or with that of the commit
 */
export function createSharedCommit<Tables, Last>(
  db: Kysely<Tables>,
  storeLast: (trx: Transaction<Tables>, lasts: readonly Last[]) => Promise<void>,
): <T>(work: Work<Tables, T, Last>) => Promise<T> {
  const waiting: Waiting<Tables, Last>[] = [];
  let running = 0;

  const commit = async () => {
    let works: Waiting<Tables, Last>[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        works = waiting.splice(0, MOST);
        if (works.length === 0) return;
        const [first, ...others] = works;
        const lasts =
          first !== undefined && others.length === 0
            ? [await first.attempt(trx)]
            : await attemptEach(trx, works);
        await storeLast(trx, lasts);
      });
    } catch (error) {
      // Without a transaction none of those that wait can be stored.
      for (const work of works.length > 0 ? works : waiting.splice(0)) work.failed(error);
      return;
    }
    for (const work of works) work.tell();
  };

  const commitAll = async () => {
    if (running === AT_ONCE) return;
    running += 1;
    while (waiting.length > 0) await commit();
    running -= 1;
  };

  return (work) => {
    if (hasRowLocks(db)) {
      return db.transaction().execute(async (trx) => {
        const { result, last } = await work(trx);
        await storeLast(trx, [last]);
        return result;
      });
    }
    return new Promise((resolve, reject) => {
      let tell = () => {};
      waiting.push({
        async attempt(trx) {
          const { result, last } = await work(trx);
          tell = () => {
            resolve(result);
          };
          return last;
        },
        undone(error) {
          tell = () => {
            reject(error);
          };
        },
        tell: () => {
          tell();
        },
        failed: reject,
      });
      void commitAll();
    });
  };
}
