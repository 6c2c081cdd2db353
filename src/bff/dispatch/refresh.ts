import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { failure } from '../problems.ts';
import type { CommandRow, Store } from '../store/schema.ts';
import { findBatch } from './batches.ts';
import type { Tracker } from './tracker.ts';

/** A batch is read again at most this often, in milliseconds. */
const AGAIN_MS = 1000;

/**
 * Makes the function that has the Commands of a batch read again, within the budget: open ones at once,
 * given-up ones once more.
 * @returns a function that takes the intent's id and answers how many are read; it throws Failure 404,
 *   or 429 where it was asked for the same batch within the last second
 */
export function createRefresh(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'after'>;
  tracker: Pick<Tracker, 'wake' | 'readOnce'>;
}): (id: string) => Promise<number> {
  const { db, clock, tracker } = parts;
  const recent = new Set<string>();

  const givenUp = (id: string): Promise<CommandRow[]> =>
    db
      .selectFrom('commands')
      .where('intent_id', '=', id)
      .where('settled', '=', 1)
      .where('read_error', 'is not', null)
      .orderBy('position')
      .selectAll()
      .execute();

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
    const open = await db
      .selectFrom('commands')
      .where('intent_id', '=', id)
      .where('settled', '=', 0)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await db
      .updateTable('commands')
      .set({ next_poll_at: now })
      .where('intent_id', '=', id)
      .where('settled', '=', 0)
      .where('next_poll_at', '>', now)
      .execute();
    const once = await givenUp(id);
    tracker.readOnce(once);
    tracker.wake();
    return open.count + once.length;
  };
}
