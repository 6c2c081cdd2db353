import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ScheduleRows } from '../../../contract/console/dispatch.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { wantedOf } from '../../../domain/approval.ts';
import { denialReason, permits } from '../../../domain/permissions.ts';
import { requireMayDispatch } from '../../../access/rights.ts';
import type { Sessions } from '../../../access/sessions.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { READ, type Act, type Route } from '../../../http/route.ts';
import { failure } from '../../../http/problems.ts';
import { DispatchAnswer } from '../../../contract/console/approval.ts';
import { PROXY_RULES, proxied } from '../../../bff/proxy/proxy-rules.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
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
  dispatcher: Pick<Dispatcher, 'dispatch'>;
  requireConfirmed: Sessions['requireConfirmed'];
}): Route[] {
  const { db, clock, dispatcher } = parts;
  const { batches } = CONSOLE_ROUTES;

  const send = async (asked: DispatchRequest, { signedIn: by, record, reply }: Exchange) => {
    const { ignoreCooldown } = asked;
    const wanted = wantedOf(asked);
    if (asked.override !== null && !permits(by.operator.role, 'override-guard')) {
      throw failure(403, 'forbidden', denialReason(by.operator.role, 'override-guard'));
    }
    if (ignoreCooldown) await parts.requireConfirmed(by);
    const answer = await dispatcher.dispatch(asked, by, {
      ...record,
      // Where it is recorded: what the operator may do can change until then.
      begin: (work) =>
        record.begin(async (trx) => {
          await requireMayDispatch(trx, by, wanted);
          return work(trx);
        }),
    });
    if (answer.replayed) reply.header(REPLAYED_HEADER, 'true');
    reply.code(answer.status);
    return answer.body;
  };

  return [
    defineRoute(
      { ...proxied(ENDPOINTS.sendCommand), answer: DispatchAnswer },
      PROXY_RULES.sendCommand,
      (input) => send(dispatchNow(input), input),
    ),
    defineRoute(
      { ...proxied(ENDPOINTS.scheduleCommands), body: ScheduleRows, answer: DispatchAnswer },
      PROXY_RULES.scheduleCommands,
      (input) => send(dispatchLater(input), input),
    ),
    defineRoute(batches, READ, ({ query }) => readBatches(db, query, clock.now())),
  ];
}
