import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createIdDictionary } from './id-dictionary.ts';
import { storePage, type RunRules, type SessionPage } from './ingest.ts';

/** Sessions of one transaction, about: other work of the store waits for its end. */
const MOST_SESSIONS = 500;

/** A page that waits to be stored. */
interface Waiting {
  entity: ReportEntityRow;
  rules: RunRules;
  page: SessionPage;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Stores pages, several in one transaction: making a transaction durable takes longer than storing a
 * page. Requests are counted in memory and stored with the next page.
 */
export interface PageWriter {
  /** Stores a page; resolved once it is durable. What the Entity has moved past is not stored. */
  store(entity: ReportEntityRow, rules: RunRules, page: SessionPage): Promise<void>;
  /** Counts a request of a run. */
  countRequest(runNo: number): void;
  /** Stores what was counted. */
  flush(): Promise<void>;
}

/** Lets what came in meanwhile be taken in. */
const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** Creates the writer. */
export function createPageWriter(db: Kysely<Store>, clock: Pick<Clock, 'now'>): PageWriter {
  const waiting: Waiting[] = [];
  let requests = new Map<number, number>();
  let isWriting = false;
  const ids = createIdDictionary();

  const storeCounts = async (trx: Kysely<Store>, counts: ReadonlyMap<number, number>) => {
    for (const [runNo, count] of counts) {
      await trx
        .updateTable('report_runs')
        .where('run_no', '=', runNo)
        .set((row) => ({ requests: row('requests', '+', count) }))
        .execute();
    }
  };

  /** Pages and what was counted until now; where it fails, the counts are kept for the next time. */
  const commit = async (pages: readonly Waiting[]) => {
    const counts = requests;
    requests = new Map();
    try {
      await db.transaction().execute(async (trx) => {
        for (const { entity, rules, page } of pages) {
          await storePage(trx, entity, rules, page, ids, clock.now());
          if (pages.length > 1) await turn();
        }
        await storeCounts(trx, counts);
      });
    } catch (error) {
      ids.forget();
      for (const [runNo, count] of counts) requests.set(runNo, (requests.get(runNo) ?? 0) + count);
      throw error;
    }
  };

  const commitOne = async (one: Waiting) => {
    try {
      await commit([one]);
      one.resolve();
    } catch (error) {
      one.reject(error);
    }
  };

  const take = (): Waiting[] => {
    let sessions = 0;
    const count = waiting.findIndex(({ page }) => {
      sessions += page.sessions.length;
      return sessions > MOST_SESSIONS;
    });
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(count, 1));
  };

  const write = async () => {
    isWriting = true;
    await turn();
    for (let pages = take(); pages.length > 0; pages = take()) {
      try {
        await commit(pages);
        for (const one of pages) one.resolve();
      } catch {
        // One page that cannot be stored must not take the others with it.
        for (const one of pages) await commitOne(one);
      }
      await turn();
    }
    isWriting = false;
  };

  return {
    store(entity, rules, page) {
      return new Promise((resolve, reject) => {
        waiting.push({ entity, rules, page, resolve, reject });
        if (!isWriting) void write();
      });
    },
    countRequest(runNo) {
      requests.set(runNo, (requests.get(runNo) ?? 0) + 1);
    },
    async flush() {
      if (requests.size > 0) await commit([]);
    },
  };
}
