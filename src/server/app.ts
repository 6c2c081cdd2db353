import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { denialReason, permits } from '../domain/permissions.ts';
import { messageOf } from '../lib/message-of.ts';
import { entryFor } from '../operations/audit/act-entries.ts';
import { audited } from '../operations/audit/act.ts';
import type { SignInParts } from '../operations/audit/sign-ins.ts';
import type { ConsoleConfig } from './config.ts';
import { mountHealth } from './health.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  serverOptions,
  type ConnectionLimits,
} from '../http/connection-limits.ts';
import { crossSiteRefusal, isOurs, isPlain, rawPath, readableTarget } from '../http/guard.ts';
import { securityHeaders } from '../http/headers.ts';
import { takeJsonOnly } from '../http/json-body.ts';
import { methodNotAllowed, mount, type Route } from '../http/route.ts';
import { warnOfUntrustedProxy } from '../http/untrusted-proxy.ts';
import { endConnectionsOnClose } from '../lib/closing-connections.ts';
import { failure, failureOf, problemOf } from '../http/problems.ts';
import { resolveToken } from '../access/api-tokens.ts';
import { networkOf } from '../access/sign-in-attempts.ts';
import { resolveSession, type AuthParts } from '../access/auth-routes.ts';
import type { DiskRoom } from '../store/disk-room.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { serveStreets } from './streets.ts';
import { serveWebFiles } from './web-files.ts';

/** Dependencies of the HTTP server. */
export interface AppParts extends AuthParts, SignInParts {
  routes: readonly Route[];
  /** Folder of the built page. */
  webDir: string;
  /** The path under which browsers reach it, as `/gridhelm`; empty: none. */
  publicPath: string;
  upstream: UpstreamClient;
  /** Whether the store can be written. */
  storeHealth: Pick<StoreHealth, 'check' | 'suspect'>;
  diskRoom: Pick<DiskRoom, 'forChanges' | 'state'>;
  /** The .pmtiles file of the basemap that is served, or null. */
  basemapFile: string | null;
  isOwnOrigin(origin: string): boolean;
  trustProxy: ConsoleConfig['trustProxy'];
  /** Undefined: the defaults; tests use shorter ones. */
  connectionLimits: ConnectionLimits | undefined;
  logLevel: ConsoleConfig['logLevel'];
  /** Where log lines go; undefined: standard output. */
  logTo: { write(line: string): unknown } | undefined;
}

/** An error for the log, with its causes. */
function errorForLog(error: unknown): {
  type: string;
  message: string;
  stack: string;
  cause?: unknown;
} {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: messageOf(error), stack: '' };
  }
  const { name, message, stack = '', cause } = error;
  const logged = { type: name, message, stack };
  return cause === undefined ? logged : { ...logged, cause: errorForLog(cause) };
}

/** Paths, methods and errors are logged, never headers, bodies or queries; each line is redacted. */
function loggerOptions(parts: AppParts) {
  const out = parts.logTo ?? process.stdout;
  return {
    level: parts.logLevel,
    stream: {
      write(line: string) {
        out.write(parts.upstream.redact(line));
      },
    },
    base: null,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: rawPath(request.url),
        remoteAddress: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
      err: errorForLog,
    },
  };
}

function believedProxies(trustProxy: ConsoleConfig['trustProxy']) {
  return typeof trustProxy === 'number'
    ? (_address: string, hop: number) => hop < trustProxy
    : trustProxy;
}

/** Sends a thrown value as a problem; our own faults go to the log. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failed = failureOf(error);
  if (failed.status >= 500) request.log.warn({ err: error, code: failed.code }, 'request failed');
  return reply
    .code(failed.status)
    .headers({ 'Cache-Control': 'no-store', ...failed.detail.headers })
    .type('application/json; charset=utf-8')
    .send(problemOf(failed, request.id));
}

/** Method and path of a request, for rows about refusals. */
function addressed(request: FastifyRequest): string {
  return `${request.method} ${rawPath(request.raw.url ?? '/')}`;
}

/** Refuses, in this order: unknown address, foreign page, method, not signed in, not permitted. */
function guard(app: FastifyInstance, parts: AppParts): void {
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request) => {
    const target = request.raw.url ?? '/';
    const { permission, allow, tokens, confirmed } = request.routeOptions.config;
    const isRoute = permission !== undefined || allow !== undefined;
    if (!isRoute && !isOurs(target)) return;
    if (!isRoute || !isPlain(target)) {
      throw failure(404, 'not_found', 'There is nothing at this address.');
    }
    const { authorization } = request.headers;
    const isProgram = tokens === true && authorization !== undefined;
    // A program has no cookie that another site could use.
    const refusal = isProgram
      ? null
      : crossSiteRefusal({ method: request.method, target, headers: request.headers }, (origin) =>
          parts.isOwnOrigin(origin),
        );
    if (refusal !== null) {
      const entry = { action: 'cross-site-refused', outcome: 'refused' } as const;
      parts.audit.note(
        `cross-site ${request.ip}`,
        entryFor(request, { ...entry, target: addressed(request) }),
      );
      throw refusal;
    }
    if (allow !== undefined) throw methodNotAllowed(allow);
    if (permission === null || permission === undefined) return;
    request.signedIn = isProgram
      ? await resolveToken(parts.db, authorization, parts.clock.now())
      : await resolveSession(parts, request);
    if (request.signedIn === null) throw failure(401, 'not_signed_in', 'Sign in first.');
    const { role } = request.signedIn.operator;
    if (permits(role, permission)) {
      if (confirmed === true) await parts.sessions.requireConfirmed(request.signedIn);
      return;
    }
    parts.audit.note(
      `denied ${request.signedIn.sessionHash} ${addressed(request)}`,
      entryFor(request, { action: 'denied', outcome: 'refused', target: addressed(request) }),
    );
    throw failure(403, 'forbidden', denialReason(role, permission));
  });
}

/** Lets only signed-in operators read a file of the console, and no page from another origin. */
async function admitReader(request: FastifyRequest, parts: AppParts): Promise<void> {
  const { method, headers } = request;
  const target = request.raw.url ?? '/';
  const refusal = crossSiteRefusal({ method, target, headers }, (own) => parts.isOwnOrigin(own));
  if (refusal !== null) throw refusal;
  if ((await resolveSession(parts, request)) === null) {
    throw failure(401, 'not_signed_in', 'Sign in first.');
  }
}

/** The origin of the map's tiles, or null if it is our own. */
function foreignTiles({ basemap }: AppParts['facts']) {
  const url = basemap?.url ?? '';
  if (!URL.canParse(url)) return null;
  return { origin: new URL(url).origin, streets: basemap?.streets === true };
}

/** Builds the HTTP server of the console; it does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const limits = parts.connectionLimits ?? CONNECTION_LIMITS;
  const app = Fastify({
    ...serverOptions(limits),
    logger: loggerOptions(parts),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: believedProxies(parts.trustProxy),
    exposeHeadRoutes: false,
    // Longer than any request line that Node reads, so the guard refuses ids that are too long.
    routerOptions: { maxParamLength: 65_536 },
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => readableTarget(request.url ?? '/'),
  });
  takeJsonOnly(app);
  limitConnections(app, limits);
  endConnectionsOnClose(app);
  await app.register(fastifyCookie, { hook: false });
  await app.register(fastifyRateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: () =>
      failure(429, 'too_many_requests', 'Too many sign-ins from this address. Wait a minute.'),
  });
  const always = securityHeaders(parts.secure, foreignTiles(parts.facts));
  const unstored = { ...always, 'Cache-Control': 'no-store' };
  // Hooks run in the order in which they were added: refusals of the guard have these headers too.
  app.addHook('onRequest', (request, reply, done) => {
    const isOwn = isOurs(request.raw.url ?? '/');
    reply.headers(isOwn ? unstored : always).header('X-Request-Id', request.id);
    done();
  });
  warnOfUntrustedProxy(app, parts);
  guard(app, parts);
  app.setErrorHandler((error, request, reply) => {
    parts.storeHealth.suspect(error);
    return sendProblem(error, request, reply);
  });
  mount(
    app,
    parts.routes.map((route) =>
      audited(route, { ...parts, hasRoom: () => parts.diskRoom.forChanges() }),
    ),
  );
  mountHealth(app, parts);
  await serveWebFiles(app, parts.webDir, parts.publicPath);
  if (parts.basemapFile !== null) {
    serveStreets(app, parts.basemapFile, (request) => admitReader(request, parts));
  }
  return app;
}
