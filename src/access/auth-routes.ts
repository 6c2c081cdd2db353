import type { FastifyReply, FastifyRequest } from 'fastify';
import { BACKGROUND_HEADER, OPERATOR_HEADER, OPERATOR_ID } from '../contract/console/headers.ts';
import { personProblem } from '../contract/texts.ts';
import { SESSION_ROUTES } from '../contract/console/session-routes.ts';
import type { Operator } from '../contract/console/session.ts';
import type { Clock } from '../lib/clock.ts';
import { defineRoute } from '../http/define-route.ts';
import { act, type Route } from '../http/route.ts';
import { failure, invalid } from '../http/problems.ts';
import { SIGN_OUT_NOT_STORED } from '../domain/sign-out.ts';
import type { OwnCookie } from './cookie.ts';
import { demoOperator } from './demo-operators.ts';
import { createEntering, type EnteringParts } from './enter-session.ts';
import type { ComesFrom, PasswordSignIns } from './password-sign-in.ts';
import type { SignedIn } from '../http/signed-in.ts';

/** What signing in needs. */
export interface AuthParts extends EnteringParts {
  clock: Pick<Clock, 'now'>;
  /** Identifies browsers that have signed in before. */
  knownBrowser: OwnCookie;
  /** Whether browsers use https. */
  secure: boolean;
}

/** Refuses a request whose page shows another operator, as after a sign-in in another tab. */
function refuseAnother(request: FastifyRequest, { id, name }: Operator): void {
  const shown = request.headers[OPERATOR_HEADER.toLowerCase()];
  if (shown === undefined || shown === id) return;
  if (typeof shown !== 'string' || !OPERATOR_ID.test(shown)) {
    throw invalid(OPERATOR_HEADER, `The header ${OPERATOR_HEADER} must be an operator's id.`);
  }
  throw failure(
    409,
    'another_operator',
    `You are now signed in as ${name} in this browser. Nothing was done.`,
  );
}

/**
 * Identifies the sender of a request by the session cookie.
 * @throws Failure 401 if two session cookies were sent, 409 if the request names another operator
 */
export async function resolveSession(
  parts: Pick<AuthParts, 'sessions' | 'cookie'>,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const values = parts.cookie.values(request);
  if (values.length > 1) {
    throw failure(401, 'not_signed_in', 'Two session cookies were sent; so neither is accepted.');
  }
  const [value] = values;
  if (value === undefined || value === '') return null;
  const { background = false } = request.routeOptions.config;
  const said = request.headers[BACKGROUND_HEADER.name.toLowerCase()] === BACKGROUND_HEADER.value;
  const signedIn = await parts.sessions.resolve(value, background || said);
  if (signedIn !== null) refuseAnother(request, signedIn.operator);
  return signedIn;
}

/** The routes for signing in and out. */
export function authRoutes(parts: AuthParts): Route[] {
  const { answerFor, enter } = createEntering(parts);

  /** Signs in after a password, and marks the browser as known. */
  const enterByPassword = async (
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: (passwords: PasswordSignIns, from: ComesFrom) => Promise<Operator>,
  ) => {
    const { knownBrowser } = parts;
    const passwords = kept();
    const from = comesFrom(request);
    const operator = await signIn(passwords, from);
    const known = await passwords.remember(operator.id, from.knownBrowser);
    const answer = await enter(request, reply, operator);
    knownBrowser.give(reply, known);
    return answer;
  };

  const notOffered = () =>
    failure(404, 'not_found', 'This way of signing in is not available here.');
  const kept = () => {
    if (parts.passwords === null) throw notOffered();
    return parts.passwords;
  };
  /** With an identity provider nobody signs in with a password. */
  const offered = () => {
    if (parts.provider !== null) throw notOffered();
    return kept();
  };
  /** With an identity provider only a code of the command line lets in, and only an administrator. */
  const readLink = async (code: string) => {
    const link = await kept().readLink(code);
    const isEmergency = link.purpose === 'reset' && link.role === 'administrator';
    if (parts.provider !== null && !isEmergency) throw notOffered();
    return link;
  };
  const comesFrom = (request: FastifyRequest): ComesFrom => ({
    address: request.ip,
    knownBrowser: parts.knownBrowser.values(request),
  });
  /** A link is for somebody who is not signed in: the session here may be another person's. */
  const refuseSignedIn = async (request: FastifyRequest) => {
    const signedIn = await resolveSession(parts, request);
    if (signedIn === null) return;
    throw failure(
      409,
      'signed_in',
      `You are signed in as ${signedIn.operator.name} in this browser. Sign out, then open the link again.`,
    );
  };
  const signsIn = { permission: null, audit: 'sign-in' } as const;
  const routes = SESSION_ROUTES;

  return [
    defineRoute(routes.session, { permission: null, audit: 'none' }, async ({ request }) =>
      answerFor(await resolveSession(parts, request)),
    ),
    defineRoute(routes.demoSignIn, signsIn, async ({ body, request, reply }) => {
      if (!parts.demo) throw notOffered();
      return enter(request, reply, await demoOperator(parts.db, parts.clock, body.role));
    }),
    defineRoute(routes.passwordSignIn, signsIn, ({ body, request, reply }) => {
      offered();
      return enterByPassword(request, reply, (passwords, from) => passwords.signIn(body, from));
    }),
    defineRoute(routes.firstAdministrator, signsIn, ({ body, request, reply }) => {
      offered();
      // Not in the schema, which the sign-in page loads.
      const problem = personProblem(body.name);
      if (problem !== null) throw invalid('name', problem);
      return enterByPassword(request, reply, (passwords, from) => passwords.setUp(body, from));
    }),
    defineRoute(routes.readLink, signsIn, async ({ body, request }) => {
      kept();
      await refuseSignedIn(request);
      return readLink(body.code);
    }),
    defineRoute(routes.resetPassword, signsIn, async ({ body, request, reply }) => {
      kept();
      await refuseSignedIn(request);
      await readLink(body.code);
      return enterByPassword(request, reply, async (passwords, from) => {
        const operator = await passwords.setByCode(body, from.address);
        parts.sessions.changed();
        return operator;
      });
    }),
    defineRoute(
      routes.changePassword,
      {
        permission: 'read',
        audit: act('password-changed', routes.changePassword.path, {
          keepsBody: false,
          needsRoom: false,
        }),
      },
      async ({ body, signedIn, request, record }) => {
        await record.done(await offered().change(body, signedIn, comesFrom(request)));
        parts.sessions.changed();
      },
    ),
    defineRoute(
      routes.confirmIdentity,
      { permission: 'read', audit: 'sign-in' },
      async ({ body, signedIn, request }) => {
        await kept().confirm(body.password, signedIn, comesFrom(request));
        await parts.sessions.confirm(signedIn);
      },
    ),
    defineRoute(
      routes.signOut,
      { permission: null, audit: 'sign-out' },
      async ({ request, reply }) => {
        const values = parts.cookie.values(request);
        if (values.length === 1) request.signedIn = await resolveSession(parts, request);
        // First, so that the browser is signed out even if the rest fails.
        parts.cookie.takeAway(reply);
        reply.header('Clear-Site-Data', '"cache", "storage"');
        let isStored = true;
        for (const value of values) if (!(await parts.sessions.end(value))) isStored = false;
        if (!isStored) throw failure(503, 'sign_out_not_stored', SIGN_OUT_NOT_STORED);
      },
    ),
  ];
}
