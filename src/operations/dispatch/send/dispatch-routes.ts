import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { CONSOLE_ROUTES, PROXY_PREFIX } from '../../../contract/console/routes.ts';
import { denialReason, permits } from '../../../domain/permissions.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseParams, parseQuery } from '../../../bff/http/input.ts';
import { operatorOf, type Route } from '../../../bff/http/route.ts';
import { failure } from '../../../bff/http/problems.ts';
import { PROXY_PERMISSIONS } from '../../../bff/proxy/permissions.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readBatches } from '../batches/batch-list.ts';
import { readBatch } from '../batches/batches.ts';
import { REPLAYED_HEADER, type Dispatcher } from './dispatcher.ts';
import { readDispatchRequest, type DispatchRequest } from './request.ts';

/** Largest schedule request, in bytes. */
const SCHEDULE_LIMIT = 1024 * 1024;

/** The routes that dispatch, and those that show what became of it. */
export function dispatchRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  dispatcher: Dispatcher;
}): Route[] {
  const { db, clock, dispatcher } = parts;
  const { batches, batch } = CONSOLE_ROUTES;

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: DispatchRequest['kind'],
  ) => {
    const by = operatorOf(request);
    const asked = readDispatchRequest(request, kind);
    if (asked.ignoreCooldown && !permits(by.operator.role, 'override-cooldown')) {
      throw failure(403, 'forbidden', denialReason(by.operator.role, 'override-cooldown'));
    }
    if (asked.override !== null && !permits(by.operator.role, 'override-guard')) {
      throw failure(403, 'forbidden', denialReason(by.operator.role, 'override-guard'));
    }
    const answer = await dispatcher.dispatch(asked, by);
    if (answer.replayed) reply.header(REPLAYED_HEADER, 'true');
    return reply.code(answer.status).send(answer.batch);
  };

  return [
    {
      method: ENDPOINTS.sendCommand.method,
      path: PROXY_PREFIX + ENDPOINTS.sendCommand.path,
      permission: PROXY_PERMISSIONS.sendCommand,
      handle: (request, reply) => send(request, reply, 'now'),
    },
    {
      method: ENDPOINTS.scheduleCommands.method,
      path: PROXY_PREFIX + ENDPOINTS.scheduleCommands.path,
      permission: PROXY_PERMISSIONS.scheduleCommands,
      bodyLimit: SCHEDULE_LIMIT,
      handle: (request, reply) => send(request, reply, 'schedule'),
    },
    {
      ...batches,
      permission: 'read',
      handle: (request) => readBatches(db, parseQuery(batches.query, request), clock.now()),
    },
    {
      ...batch,
      permission: 'read',
      handle(request) {
        const { since } = parseQuery(batch.query, request);
        return readBatch(db, parseParams(batch.params, request).id, since, clock.now());
      },
    },
  ];
}
