import { sql, type Kysely, type Transaction } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { postgresUrl } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../import.ts';

export const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
/** The night fleet shares the car with the depot; the others have the bus. */
export const [DEPOT, NIGHT, OTHERS] = [id('c1'), id('c2'), id('c3')];
export const [VAN, CAR, BUS] = [id('e1'), id('e2'), id('e3')];

/** Gives each test of a file a directory in PostgreSQL with two processes: each writes one transaction at a time. */
export function twoProcesses() {
  let db: Kysely<Store>;
  let elsewhere: Kysely<Store>;
  beforeEach(async () => {
    const url = await postgresUrl();
    [db, elsewhere] = await Promise.all([openStore(url), openStore(url)]);
    const of = (collective: string, entities: string[]) => {
      return { id: collective, name: collective, type: 'Fleet', owner: null, entities };
    };
    const collectives = [of(DEPOT, [VAN, CAR]), of(NIGHT, [CAR]), of(OTHERS, [BUS])];
    await importDirectory(db, { collectives, entities: [] }, 'import', 0);
  });
  afterEach(() => Promise.all([db.destroy(), elsewhere.destroy()]));
  return {
    get db() {
      return db;
    },
    /** The store of the other process. */
    get elsewhere() {
      return elsewhere;
    },
    /** Whether a transaction of the other process would have to wait. */
    async waits(act: (trx: Transaction<Store>) => Promise<unknown>): Promise<boolean> {
      const tried = elsewhere.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '200ms'`.execute(trx);
        await act(trx);
      });
      return tried.then(
        () => false,
        (error: unknown) => {
          if (!String(error).includes('lock timeout')) throw error;
          return true;
        },
      );
    },
  };
}

/** Waits until a transaction in this database waits for another one. */
export async function somebodyWaits(seen: Kysely<Store>): Promise<void> {
  const waiting = sql<{ one: number }>`select 1 as one from pg_locks where not granted`;
  await expect.poll(async () => (await waiting.execute(seen)).rows.length).toBeGreaterThan(0);
}
