import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { BatchDetail, BatchRows } from '../../../contract/console/batch.ts';
import { sharedReads } from '../../../lib/shared-reads.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { failure } from '../../../http/problems.ts';
import { READ, type Route } from '../../../http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { recordOf } from './batch-record.ts';
import { readHistory, readRows } from './batch-rows.ts';
import { findBatch, readBatch } from './batch-lines.ts';
import { readSchedule } from './planned.ts';
import type { Tracker } from '../track/tracker.ts';

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

/** The routes that show the details of a batch, and what is planned. */
export function batchRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'after'>;
  tracker: Pick<Tracker, 'wake'>;
}): Route[] {
  const { db, clock } = parts;
  const { refreshBatch, batch, batchRows, batchRecord, commandHistory, schedule } = CONSOLE_ROUTES;
  const refresh = createRefresh(parts);
  // A batch of thousands changes each second, and all its open pages ask at once.
  const details = sharedReads<BatchDetail>();
  const rows = sharedReads<BatchRows>();

  return [
    defineRoute(batch, READ, ({ params: { id } }) =>
      details(id, () => readBatch(db, id, clock.now())),
    ),
    defineRoute(batchRows, READ, ({ params: { id }, query }) =>
      rows(JSON.stringify([id, query]), () => readRows(db, id, query, clock.now())),
    ),
    defineRoute(batchRecord, READ, ({ params }) =>
      db
        .transaction()
        .execute(async (trx) => recordOf(trx, await findBatch(trx, params.id), clock.now())),
    ),
    defineRoute(refreshBatch, READ, async ({ params }) => ({ queued: await refresh(params.id) })),
    defineRoute(commandHistory, READ, ({ params, query }) =>
      readHistory(db, params.id, query.position, clock.now()),
    ),
    defineRoute(schedule, READ, ({ query }) => readSchedule(db, query.collectiveId, clock.now())),
  ];
}
