import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { BACKGROUND_HEADER, OPERATOR_HEADER, OPERATOR_ID } from '../../contract/console/headers.ts';
import { lineProblem } from '../../contract/texts.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { ROLES, type Operator, type SessionAnswer } from '../../contract/console/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../http/define-route.ts';
import { act, type Route } from '../http/route.ts';
import { failure, invalid } from '../http/problems.ts';
import { SIGN_OUT_NOT_STORED } from '../../domain/sign-out.ts';
import type { SessionTables } from '../../store/schema/session-schema.ts';
import type { OwnCookie } from './cookie.ts';
import { demoOperator } from './demo-operators.ts';
import { createPasswordChanges } from './password-change.ts';
import type { RecordReset } from './password-reset-code.ts';
import type { ComesFrom, PasswordSignIns } from './password-sign-in.ts';
import { hashOf, type Sessions, type SignedIn } from './sessions.ts';

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
  readonly recordReset: RecordReset;
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
    const value = await parts.sessions.open(operator.id);
    request.signedIn = { operator, sessionHash: hashOf(value) };
    await parts.recordSignIn(request);
    parts.cookie.give(reply, value);
    return answerFor(operator);
  };

  const changes = createPasswordChanges(parts.db, parts.clock, parts.recordReset);

  /** Signs in after a password, and marks the browser as known. */
  const enterByPassword = async (
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: (passwords: PasswordSignIns, from: ComesFrom) => Promise<Operator>,
  ) => {
    const { passwords, knownBrowser } = parts;
    if (passwords === null) throw notOffered();
    const values = knownBrowser.values(request);
    const operator = await signIn(passwords, { address: request.ip, knownBrowser: values });
    const known = await passwords.remember(operator.id, values);
    const answer = await enter(request, reply, operator);
    knownBrowser.give(reply, known);
    return answer;
  };

  const notOffered = () =>
    failure(404, 'not_found', 'This way of signing in is not available here.');
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
    defineRoute(routes.resetPassword, signsIn, ({ body, request, reply }) =>
      enterByPassword(request, reply, async (_passwords, from) => {
        const operator = await changes.reset(body, from.address);
        parts.sessions.forget();
        return operator;
      }),
    ),
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
        const { passwords } = parts;
        if (passwords === null) throw notOffered();
        const from = { address: request.ip, knownBrowser: parts.knownBrowser.values(request) };
        const stored = await changes.change(body, signedIn, (name, password) =>
          passwords.signIn({ name, password }, from),
        );
        await record.done(stored);
        parts.sessions.forget();
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
