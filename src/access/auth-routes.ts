import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { BACKGROUND_HEADER, OPERATOR_HEADER, OPERATOR_ID } from '../contract/console/headers.ts';
import { lineProblem } from '../contract/texts.ts';
import { SESSION_ROUTES } from '../contract/console/session-routes.ts';
import { ROLES, type Operator, type SessionAnswer } from '../contract/console/session.ts';
import type { Clock } from '../lib/clock.ts';
import { defineRoute } from '../http/define-route.ts';
import { act, type Route } from '../http/route.ts';
import { failure, invalid } from '../http/problems.ts';
import { SIGN_OUT_NOT_STORED } from '../domain/sign-out.ts';
import type { SessionTables } from '../store/schema/session-schema.ts';
import type { OwnCookie } from './cookie.ts';
import { demoOperator } from './demo-operators.ts';
import type { ComesFrom, PasswordSignIns } from './password-sign-in.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { readGrants } from './rights.ts';
import { hashOf } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/** What signing in needs. */
export interface AuthParts {
  db: Kysely<SessionTables>;
  clock: Pick<Clock, 'now'>;
  sessions: Sessions;
  cookie: OwnCookie;
  /** Identifies browsers that have signed in before. */
  knownBrowser: OwnCookie;
  /** Whether demo operators can be signed in with one click. */
  demo: boolean;
  /** Whether the devices are simulated. */
  embedded: boolean;
  /** The unit of battery capacities. */
  capacityUnit: string;
  /** A dispatch to more Entities than this needs the Collective's name typed. */
  confirmEntities: number;
  /** Whether the fleet is read in the background. */
  readsFleet: boolean;
  /** Tiles in place of the built-in basemap, or null. */
  basemap: SessionAnswer['basemap'];
  /** The cursor from which a page that opens now follows changes. */
  readonly cursor: () => string;
  /** Records that somebody signed in. If it fails, the browser never gets the cookie. */
  readonly recordSignIn: (request: FastifyRequest) => Promise<void>;
  /** Sign-in with a password; null if it is not offered. */
  passwords: PasswordSignIns | null;
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
  const answerFor = async (operator: Operator | null): Promise<SessionAnswer> => ({
    operator,
    ...(operator === null
      ? {}
      : { grants: (await readGrants(parts.db, operator.id)).get(operator.id) ?? [] }),
    signIn: {
      demo: parts.demo ? [...ROLES] : [],
      password: parts.passwords !== null,
      setup: (await parts.passwords?.needsSetup()) ?? false,
    },
    embedded: parts.embedded,
    capacityUnit: parts.capacityUnit,
    confirmEntities: parts.confirmEntities,
    readsFleet: parts.readsFleet,
    basemap: parts.basemap,
    ...(operator === null ? {} : { cursor: parts.cursor() }),
  });

  /** Starts a session under a new id, and ends the one that came with the request. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, operator: Operator) => {
    for (const old of parts.cookie.values(request)) await parts.sessions.end(old);
    const browser = request.headers['user-agent']?.slice(0, 200) ?? null;
    const value = await parts.sessions.open(operator.id, { address: request.ip, browser });
    request.signedIn = { operator, sessionHash: hashOf(value) };
    await parts.recordSignIn(request);
    parts.cookie.give(reply, value);
    return answerFor(operator);
  };

  /** Signs in after a password, and marks the browser as known. */
  const enterByPassword = async (
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: (passwords: PasswordSignIns, from: ComesFrom) => Promise<Operator>,
  ) => {
    const { knownBrowser } = parts;
    const passwords = offered();
    const from = comesFrom(request);
    const operator = await signIn(passwords, from);
    const known = await passwords.remember(operator.id, from.knownBrowser);
    const answer = await enter(request, reply, operator);
    knownBrowser.give(reply, known);
    return answer;
  };

  const notOffered = () =>
    failure(404, 'not_found', 'This way of signing in is not available here.');
  const offered = () => {
    if (parts.passwords === null) throw notOffered();
    return parts.passwords;
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
      answerFor((await resolveSession(parts, request))?.operator ?? null),
    ),
    defineRoute(routes.demoSignIn, signsIn, async ({ body, request, reply }) => {
      if (!parts.demo) throw notOffered();
      return enter(request, reply, await demoOperator(parts.db, parts.clock, body.role));
    }),
    defineRoute(routes.passwordSignIn, signsIn, ({ body, request, reply }) =>
      enterByPassword(request, reply, (passwords, from) => passwords.signIn(body, from)),
    ),
    defineRoute(routes.firstAdministrator, signsIn, ({ body, request, reply }) => {
      // Not in the schema, which the sign-in page loads.
      const problem = lineProblem(body.name);
      if (problem !== null) throw invalid('name', problem);
      return enterByPassword(request, reply, (passwords, from) => passwords.setUp(body, from));
    }),
    defineRoute(routes.readLink, signsIn, async ({ body, request }) => {
      const passwords = offered();
      await refuseSignedIn(request);
      return passwords.readLink(body.code);
    }),
    defineRoute(routes.resetPassword, signsIn, async ({ body, request, reply }) => {
      offered();
      await refuseSignedIn(request);
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
        await offered().confirm(body.password, signedIn, comesFrom(request));
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
