import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseParams, parseQuery, refuseBody } from '../../../bff/http/input.ts';
import type { Route } from '../../../bff/http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readEntityBatches } from './entity-batches.ts';
import { readHistory } from './history.ts';
import { readSchedule } from './planned.ts';
import { createRefresh } from '../track/refresh.ts';
import { readRetryOutlook } from './retry-outlook.ts';
import type { Tracker } from '../track/tracker.ts';

/** The routes that show what became of a batch in detail, and what lies ahead. */
export function batchRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'after'>;
  tracker: Pick<Tracker, 'wake'>;
}): Route[] {
  const { db, clock } = parts;
  const { refreshBatch, commandHistory, retryOutlook, schedule, entityBatches } = CONSOLE_ROUTES;
  const refresh = createRefresh(parts);

  return [
    {
      ...refreshBatch,
      permission: 'read',
      async handle(request) {
        refuseBody(request);
        return { queued: await refresh(parseParams(refreshBatch.params, request).id) };
      },
    },
    {
      ...commandHistory,
      permission: 'read',
      handle(request) {
        const { id } = parseParams(commandHistory.params, request);
        const { position } = parseQuery(commandHistory.query, request);
        return readHistory(db, id, position, clock.now());
      },
    },
    {
      ...entityBatches,
      permission: 'read',
      handle(request) {
        parseQuery(entityBatches.query, request);
        return readEntityBatches(db, parseParams(entityBatches.params, request).id, clock.now());
      },
    },
    {
      ...retryOutlook,
      permission: 'read',
      handle: (request) =>
        readRetryOutlook(db, parseParams(retryOutlook.params, request).id, clock.now()),
    },
    {
      ...schedule,
      permission: 'read',
      handle(request) {
        const { collectiveId } = parseQuery(schedule.query, request);
        return readSchedule(db, collectiveId, clock.now());
      },
    },
  ];
}
