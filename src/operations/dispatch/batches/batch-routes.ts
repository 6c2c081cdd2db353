import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { BatchDetail, BatchRows } from '../../../contract/console/batch.ts';
import { sharedReads } from '../../../lib/shared-reads.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { READ, type Route } from '../../../http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { recordOf } from './batch-record.ts';
import { readRows } from './batch-rows.ts';
import { findBatch, readBatch } from './batches.ts';
import { readHistory } from './history.ts';
import { readSchedule } from './planned.ts';
import { createRefresh } from '../track/refresh.ts';
import type { Tracker } from '../track/tracker.ts';

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
