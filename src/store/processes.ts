import { randomUUID } from 'node:crypto';
import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Clock } from '../lib/clock.ts';
import type { Store } from './schema/schema.ts';
import { isAlreadyStored, storeCode } from './store-failure.ts';

/** A process without a renewal for this long counts as gone, in milliseconds. */
export const LEASE_MS = 10_000;
/** How often a process renews its lease, in milliseconds. */
export const RENEW_MS = 3000;

/** This process among those that share the store. */
export interface Processes {
  /** Identifies this process; no other ever has the same. */
  readonly id: string;
  /** Whether its lease still runs, by its own clock, which a pause or a lost database cannot deceive. */
  holds(): boolean;
  /** Whether it is the one that works in the background. */
  leads(): boolean;
  /** Renews the lease, and takes over the work in the background if nobody does it. @throws if it cannot */
  renew(): Promise<void>;
  /** Renews from now on. @param onRenewed called after each renewal; the next waits for it */
  start(onRenewed: () => Promise<void>): void;
  /** Ends the lease, so that another process takes over at once. */
  stop(): Promise<void>;
}

/** The present in milliseconds since the epoch: of the database, which all processes share, if it has a clock. */
function storeNow(db: Kysely<Store>, now: number): RawBuilder<number> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now}`;
}

/** The processes whose lease runs, as a query of their ids. @param now of this process's clock */
export function livingProcesses(db: Kysely<Store>, now: number) {
  return db.selectFrom('processes').where('lease_until', '>', storeNow(db, now)).select('id');
}

/** The lease of a process that has the store to itself, in milliseconds since the epoch. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/**
 * Gives this process its place among those that share the store; the first renewal takes it.
 * @param parts.isAlone whether no other process can use the store: then all before it are gone, and its lease
 *   never runs out
 * @param parts.onError called when the lease could not be renewed; it is tried again
 */
export function createProcesses(parts: {
  db: Kysely<Store>;
  clock: Clock;
  isAlone: boolean;
  onError(error: unknown): void;
}): Processes {
  const { db, clock } = parts;
  const id = randomUUID();
  const startedAt = clock.now();
  let heldUntil = Number.NEGATIVE_INFINITY;
  let isLeader = false;
  let cancel: (() => void) | null = null;
  let stopped = false;
  let renewing: Promise<void> | null = null;

  const takeOver = async (): Promise<boolean> => {
    const now = storeNow(db, clock.now());
    try {
      return await db.transaction().execute(async (trx) => {
        const ended = trx.updateTable('processes').set({ leads: 0 }).where('leads', '=', 1);
        await ended.where('lease_until', '<=', now).execute();
        const taken = await trx
          .updateTable('processes')
          .set({ leads: 1 })
          .where('id', '=', id)
          .where((where) => {
            const leader = where.selectFrom('processes as other').where('other.leads', '=', 1);
            return where.not(where.exists(leader.select('id')));
          })
          .executeTakeFirst();
        return taken.numUpdatedRows === 1n;
      });
    } catch (error) {
      // Another process took over at the same moment: there is a unique index.
      if (isAlreadyStored(storeCode(error) ?? '')) return false;
      throw error;
    }
  };

  const renew = async () => {
    const from = clock.elapsed();
    if (parts.isAlone) await db.deleteFrom('processes').execute();
    const until = parts.isAlone
      ? sql<number>`${FOREVER}`
      : sql<number>`${storeNow(db, clock.now())} + ${sql.lit(LEASE_MS)}`;
    const { leads } = await db
      .insertInto('processes')
      .values({ id, started_at: startedAt, lease_until: until, leads: 0 })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ lease_until: until }))
      .returning('leads')
      .executeTakeFirstOrThrow();
    const isLeading = leads === 1 || (await takeOver());
    heldUntil = parts.isAlone ? Number.POSITIVE_INFINITY : from + LEASE_MS;
    isLeader = isLeading;
  };

  const holds = () => clock.elapsed() < heldUntil;
  const keepRenewing = async (onRenewed: () => Promise<void>) => {
    try {
      await renew();
      await onRenewed();
    } catch (error) {
      parts.onError(error);
    }
    if (!stopped) later(onRenewed);
  };
  const later = (onRenewed: () => Promise<void>) => {
    cancel = clock.after(RENEW_MS, () => {
      renewing = keepRenewing(onRenewed);
    });
  };

  return {
    id,
    holds,
    leads: () => isLeader && holds(),
    renew,
    start(onRenewed) {
      if (!parts.isAlone) later(onRenewed);
    },
    async stop() {
      stopped = true;
      cancel?.();
      await renewing;
      isLeader = false;
      heldUntil = Number.NEGATIVE_INFINITY;
      await db.deleteFrom('processes').where('id', '=', id).execute();
    },
  };
}

/** Removes the processes whose lease has run out. @returns how many */
export async function forgetEnded(db: Kysely<Store>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('processes')
    .where('lease_until', '<=', storeNow(db, now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
