import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReadResource } from '../../contract/console/choices.ts';
import { KEPT_OF } from '../../domain/fleet-policy.ts';
import type { Store } from '../../store/schema/schema.ts';
import { renewPictures } from './picture/renew-pictures.ts';

/** Answers per transaction: a page needs dozens of statements, and each waits for the end of a transaction. */
const TOGETHER_MAX = 16;

/** A stored resource, of which pages and lists of Entities are notified. */
export interface News {
  id: string;
  resource: ReadResource;
}

/** Stores something in a transaction. @returns null if nothing was stored */
type Work = (trx: Kysely<Store>) => Promise<News | null>;

interface Waiting {
  work: Work;
  done: () => void;
  failed: (error: unknown) => void;
}

async function tell(trx: Kysely<Store>, news: readonly News[], now: number): Promise<void> {
  const entities = news.filter(({ resource }) => KEPT_OF[resource] === 'entity');
  await renewPictures(
    trx,
    entities.map(({ id }) => id),
    now,
  );
}

/**
 * Stores in one transaction what arrives during another one. A failure does not affect the others.
 * @param onStored called after something was stored
 * @returns a function that resolves when the given work is stored
 */
export function createLearnTogether(
  db: Kysely<Store>,
  clock: { now(): number },
  onStored: () => void,
) {
  let waiting: Waiting[] = [];
  let isStoring = false;

  const store = async (works: readonly Work[], onWritten: () => void) => {
    const news = await db.transaction().execute(async (trx) => {
      const found: News[] = [];
      for (const [at, work] of works.entries()) {
        if (at > 0) await turn();
        const stored = await work(trx);
        if (stored !== null) found.push(stored);
      }
      await tell(trx, found, clock.now());
      onWritten();
      return found;
    });
    if (news.length > 0) onStored();
  };

  const storeAlone = async ({ work, done, failed }: Waiting) => {
    try {
      await store([work], () => {});
      done();
    } catch (error) {
      failed(error);
    }
  };

  /** Resolves when the next ones may be written, even if these are not on the disk yet. */
  const storePart = (part: readonly Waiting[]) =>
    new Promise<void>((resolve) => {
      const finish = async () => {
        try {
          await store(
            part.map(({ work }) => work),
            resolve,
          );
          for (const { done } of part) done();
        } catch {
          for (const each of part) await storeAlone(each);
        }
        resolve();
      };
      void finish();
    });

  const storeAll = async () => {
    // The answers to operators go first.
    await turn();
    while (waiting.length > 0) {
      const part = waiting.slice(0, TOGETHER_MAX);
      waiting = waiting.slice(TOGETHER_MAX);
      await storePart(part);
    }
    isStoring = false;
  };

  return (work: Work): Promise<void> =>
    new Promise<void>((done, failed) => {
      waiting.push({ work, done, failed });
      if (isStoring) return;
      isStoring = true;
      void storeAll();
    });
}
