import type { Kysely } from 'kysely';
import { isStoreFailure } from './store-failure.ts';
import { createWorkLoop } from '../lib/work-loop.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from './schema/schema.ts';

/** The result of the last check is trusted for this long, in milliseconds. */
export const BELIEVED_MS = 3000;
/** Time between automatic checks while the store works, in milliseconds. */
const LOOK_MS = 30_000;
/** The test row needs new pages, like any new data. */
const FILLER = 'x'.repeat(16_384);

/** Whether the store can be written: a full disk is still readable, and may have space again. */
export interface StoreHealth {
  /** The result of the last check. */
  isWritable(): boolean;
  /** Tries a write, unless that was done within the last seconds. */
  check(): Promise<boolean>;
  /** Reports a failure. If the store caused it, a check follows soon. */
  suspect(error: unknown): void;
  /** Resolves once the store can be written. @throws WaitEnded if the signal or `stop` ends the wait */
  whenWritable(signal?: AbortSignal): Promise<void>;
  /** Starts automatic checks. */
  start(): void;
  /** Stops checking, and aborts all waits. */
  stop(): Promise<void>;
}

/** A wait for the store was aborted before it could be written. */
export class WaitEnded extends Error {
  override name = 'WaitEnded';
}

/** Dependencies of the store watch. */
export interface StoreHealthParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'elapsed' | 'after'>;
  /** Notified of each change; `error` says why the store cannot be written, null that it can again. */
  onChange(error: unknown): void;
}

/** Watches whether the store can be written. */
export function createStoreHealth(parts: StoreHealthParts): StoreHealth {
  const { db, clock } = parts;
  let writable = true;
  let triedAt = Number.NEGATIVE_INFINITY;
  let trying: Promise<boolean> | null = null;
  let stopped = false;
  const waiting = new Set<(writable: boolean) => void>();

  const note = (error: unknown) => {
    const before = writable;
    writable = error === null;
    if (writable) for (const go of waiting) go(true);
    if (before !== writable && !stopped) parts.onChange(error);
  };

  const tryOnce = async () => {
    try {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('store_probe')
          .values({ id: 1, filler: FILLER })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ filler: FILLER }))
          .execute();
        await trx.deleteFrom('store_probe').execute();
      });
      note(null);
    } catch (error) {
      note(error);
    }
    triedAt = clock.elapsed();
    trying = null;
    return writable;
  };

  const check = async () =>
    trying ?? (clock.elapsed() - triedAt < BELIEVED_MS ? writable : await (trying = tryOnce()));

  const loop = createWorkLoop({
    // Each process watches for itself.
    clock: { after: (ms, run) => clock.after(ms, run) },
    async look() {
      return (await check()) ? LOOK_MS : BELIEVED_MS;
    },
    holdMs: () => Math.max(0, triedAt + BELIEVED_MS - clock.elapsed()),
    errorPauseMs: BELIEVED_MS,
    onError() {},
  });

  return {
    isWritable: () => writable,
    check,
    suspect(error) {
      if (isStoreFailure(error)) loop.wake();
    },
    whenWritable(signal) {
      if (writable || stopped) return Promise.resolve();
      return new Promise<void>((resolve, reject) => {
        const settle = (canWrite: boolean) => {
          waiting.delete(settle);
          signal?.removeEventListener('abort', giveUp);
          if (canWrite) resolve();
          else reject(new WaitEnded('The wait for the store ended before it could be written.'));
        };
        const giveUp = () => {
          settle(false);
        };
        if (signal?.aborted === true) {
          giveUp();
          return;
        }
        waiting.add(settle);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },
    start() {
      loop.wake();
    },
    async stop() {
      stopped = true;
      for (const settle of waiting) settle(false);
      await loop.stop();
      await trying;
    },
  };
}
