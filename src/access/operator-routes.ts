import type { Kysely } from 'kysely';
import { OPERATOR_ROUTES } from '../contract/console/operators.ts';
import { lineProblem, personProblem } from '../contract/texts.ts';
import { denialReason, permits } from '../domain/permissions.ts';
import { defineRoute } from '../http/define-route.ts';
import { failure, invalid } from '../http/problems.ts';
import { act, READ, type Route } from '../http/route.ts';
import type { SignedIn } from '../http/signed-in.ts';
import type { Clock } from '../lib/clock.ts';
import type { SessionTables } from '../store/schema/session-schema.ts';
import { endToken, listTokens, makeToken } from './api-tokens.ts';
import {
  changeOperator,
  findOperator,
  inviteOperator,
  linkOperator,
  listOperators,
} from './operators.ts';
import { endSessions, type Sessions } from './sessions.ts';

/** What managing operators needs. */
export interface OperatorParts {
  db: Kysely<SessionTables>;
  clock: Pick<Clock, 'now'>;
  sessions: Pick<Sessions, 'list' | 'changed'>;
  /** Whether operators sign in with a password here, so that they can be invited and given a new one. */
  invites: boolean;
}

/** Refuses what one may do with one's own account only, unless one manages operators. */
function requireOwn({ operator }: SignedIn, id: string): void {
  if (operator.id === id || permits(operator.role, 'manage-operators')) return;
  throw failure(403, 'forbidden', denialReason(operator.role, 'manage-operators'));
}

function refuseLine(field: string, text: string): void {
  const problem = lineProblem(text);
  if (problem !== null) throw invalid(field, problem);
}

/** The routes for operators, their sessions and tokens. */
export function operatorRoutes({ db, clock, sessions, invites }: OperatorParts): Route[] {
  const routes = OPERATOR_ROUTES;
  const manages = { permission: 'manage-operators', confirmed: true } as const;
  const target = 'operator {id}';
  const changed = act('operator-changed', target);
  // What ends something needs no room.
  const ends = { needsRoom: false };

  return [
    defineRoute(routes.operators, { permission: 'manage-operators', audit: 'none' }, () =>
      listOperators(db),
    ),
    defineRoute(
      routes.inviteOperator,
      { ...manages, audit: act('operator-invited', 'operator') },
      ({ body, record }) => {
        const problem = personProblem(body.name);
        if (problem !== null) throw invalid('name', problem);
        if (!invites) {
          throw failure(404, 'not_found', 'Nobody signs in with a password here.');
        }
        return record.done(
          (trx) => inviteOperator(trx, body, clock.now()),
          ({ id }) => ({ id }),
        );
      },
    ),
    defineRoute(routes.operator, READ, async ({ params, signedIn }) => {
      requireOwn(signedIn, params.id);
      const [account, own, tokens] = await Promise.all([
        findOperator(db, params.id),
        sessions.list(params.id, signedIn.sessionHash),
        listTokens(db, params.id),
      ]);
      return { ...account, sessions: own, tokens };
    }),
    defineRoute(
      routes.changeOperator,
      { ...manages, audit: changed },
      async ({ params, body, record }) => {
        const account = await record.done((trx) =>
          changeOperator(trx, params.id, body, clock.now(), invites),
        );
        sessions.changed();
        return account;
      },
    ),
    defineRoute(
      routes.linkOperator,
      { ...manages, audit: act('password-reset', target) },
      ({ params, record }) => {
        if (!invites) {
          throw failure(409, 'changed_since', 'Nobody signs in with a password here.');
        }
        return record.done((trx) => linkOperator(trx, params.id, clock.now()));
      },
    ),
    defineRoute(
      routes.endSession,
      { permission: 'read', audit: act('session-ended', target, ends) },
      async ({ params, signedIn, record }) => {
        requireOwn(signedIn, params.id);
        await record.done(async (trx) => {
          if ((await endSessions(trx, params.id, { id: params.session })) === 0) {
            throw failure(404, 'not_found', 'There is no such session; it may have ended.');
          }
        });
        sessions.changed();
      },
    ),
    defineRoute(
      routes.makeToken,
      { permission: 'read', confirmed: true, audit: act('token-made', target) },
      ({ params, body, signedIn, record }) => {
        if (signedIn.operator.id !== params.id) {
          throw failure(
            403,
            'forbidden',
            'A token is made by the operator in whose name it reads.',
          );
        }
        refuseLine('name', body.name);
        return record.done(
          (trx) => makeToken(trx, params.id, body.name, clock.now()),
          ({ id }) => ({ id }),
        );
      },
    ),
    defineRoute(
      routes.endToken,
      { permission: 'read', audit: act('token-ended', target, ends) },
      async ({ params, signedIn, record }) => {
        requireOwn(signedIn, params.id);
        await record.done((trx) => endToken(trx, params.id, params.token));
      },
    ),
  ];
}
