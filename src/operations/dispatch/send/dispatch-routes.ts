import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ScheduleRows } from '../../../contract/console/dispatch.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { denialReason, permits, type Permission } from '../../../domain/permissions.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../bff/http/define-route.ts';
import { READ, type Act, type Route } from '../../../bff/http/route.ts';
import { failure } from '../../../bff/http/problems.ts';
import { PROXY_RULES, proxied } from '../../../bff/proxy/proxy-rules.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { readBatches } from '../batches/batch-list.ts';
import { REPLAYED_HEADER, type Dispatcher } from './dispatcher.ts';
import { dispatchLater, dispatchNow, type DispatchRequest } from './request.ts';

interface Exchange {
  signedIn: SignedIn;
  record: Act;
  reply: FastifyReply;
}

/** The routes that dispatch, and those that show the outcome. */
export function dispatchRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  dispatcher: Dispatcher;
}): Route[] {
  const { db, clock, dispatcher } = parts;
  const { batches } = CONSOLE_ROUTES;

  const send = async (asked: DispatchRequest, { signedIn: by, record, reply }: Exchange) => {
    const needs: Permission[] = [];
    if (asked.ignoreCooldown) needs.push('override-cooldown');
    if (asked.override !== null) needs.push('override-guard');
    const missing = needs.find((permission) => !permits(by.operator.role, permission));
    if (missing !== undefined) {
      throw failure(403, 'forbidden', denialReason(by.operator.role, missing));
    }
    const answer = await dispatcher.dispatch(asked, by, record);
    if (answer.replayed) reply.header(REPLAYED_HEADER, 'true');
    reply.code(answer.status);
    return answer.batch;
  };

  return [
    defineRoute(proxied(ENDPOINTS.sendCommand), PROXY_RULES.sendCommand, (input) =>
      send(dispatchNow(input), input),
    ),
    defineRoute(
      { ...proxied(ENDPOINTS.scheduleCommands), body: ScheduleRows },
      PROXY_RULES.scheduleCommands,
      (input) => send(dispatchLater(input), input),
    ),
    defineRoute(batches, READ, ({ query }) => readBatches(db, query, clock.now())),
  ];
}
