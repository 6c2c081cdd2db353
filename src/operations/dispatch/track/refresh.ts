import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { failure } from '../../../http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findBatch } from '../batches/batches.ts';
import type { Tracker } from './tracker.ts';

/** A batch is read again at most this often, in milliseconds. */
const AGAIN_MS = 1000;

/**
 * Makes the function that reads all Commands of a batch again within the budget, even settled ones.
 * @returns a function from the intent's id to the number of Commands; it throws Failure 404, or 429 if the same
 *   batch was refreshed within the last second
 */
export function createRefresh(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'after'>;
  tracker: Pick<Tracker, 'wake'>;
}): (id: string) => Promise<number> {
  const { db, clock, tracker } = parts;
  const recent = new Set<string>();

  return async (id) => {
    await findBatch(db, id);
    if (recent.has(id)) {
      throw failure(429, 'too_many_requests', 'This batch is being read already.', {
        headers: { 'Retry-After': '1' },
      });
    }
    recent.add(id);
    clock.after(AGAIN_MS, () => recent.delete(id));
    const now = clock.now();
    const commands = db
      .updateTable('commands')
      .where('dispatch_id', '=', id)
      .where('id', 'is not', null);
    const [open] = await commands.where('settled', '=', 0).set({ next_poll_at: now }).execute();
    const [settled] = await commands.where('settled', '=', 1).set({ recheck_at: now }).execute();
    tracker.wake();
    return Number((open?.numUpdatedRows ?? 0n) + (settled?.numUpdatedRows ?? 0n));
  };
}
