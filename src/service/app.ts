import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify';
import {
  ENDPOINTS,
  TOKEN_ENDPOINT,
  type AnswerOf,
  type EndpointName,
} from '../contract/endpoints.ts';
import { fillPath, routePattern } from '../contract/paths.ts';
import type { z } from '../contract/zod.ts';
import { endConnectionsOnClose } from '../lib/closing-connections.ts';
import { keysOf } from '../lib/objects.ts';
import { messageOf } from '../lib/message-of.ts';
import { trusted } from '../lib/trusted.ts';
import type { Clients } from './auth/clients.ts';
import { registerTokenRoute } from './auth/token-route.ts';
import type { RateLimit } from './auth/rate-limit.ts';
import type { Tokens } from './auth/tokens.ts';
import type { Call, Caller, Parts } from './call.ts';
import type { ServiceConfig } from './config.ts';
import type { Simulation } from './devices/simulation.ts';
import { dateText, datedResponse } from './dated-response.ts';
import { ServiceFailure, TooManyRequests, asFailure, failureOf } from './errors.ts';
import type { Faults } from './faults/faults.ts';
import { liesOf } from './faults/lies.ts';
import { queryUnder } from './faults/paging-faults.ts';
import type { FaultRule } from './faults/rules.ts';
import { sendAnswer } from './faults/send-answer.ts';
import { HANDLERS } from './handlers/handlers.ts';
import { openApiDocument } from './openapi/document.ts';
import { PAGE_HEADERS, apiPage } from './openapi/page.ts';

/** Maximum request body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;
/** Maximum path parameter; the HTTP parser refuses longer addresses. */
const MAX_PARAM_LENGTH = 16_384;
/** Accepted media types of a body. Spec, "Commands". */
const JSON_MEDIA = /^(?:(?:application|text)\/json|application\/[\w.+-]+\+json)\s*(?:;|$)/i;
const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** Dependencies of the service's HTTP side. */
export interface AppParts {
  parts: Parts;
  clients: Clients;
  tokens: Tokens;
  rateLimit: RateLimit;
  simulation: Simulation;
  /** Public keys for checking tokens. */
  publicJwk: Readonly<Record<string, unknown>>;
  /** Null: the fault controls are off. */
  faults: Faults | null;
  baseUrl: () => string;
  logLevel: ServiceConfig['logLevel'];
}

function sendFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(thrown);
  if (failure.status >= 500) request.log.error(thrown);
  if (failure.status === 401) {
    // RFC 6750, section 3: no error code without a token, invalid_token for a bad one.
    const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
    void reply.header('www-authenticate', `Bearer realm="esp"${error}`);
  }
  if (failure instanceof TooManyRequests) void reply.header('retry-after', failure.retryAfterS);
  return reply.code(failure.status).send(failure.body);
}

/** The HTTP side of the service: routes from the endpoint table, all failures as error bodies. */
export function makeApp(using: AppParts): FastifyInstance {
  const app = Fastify({
    logger: { level: using.logLevel },
    http: { ServerResponse: datedResponse(using.parts.reported) },
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      void sendFailure(error, request, reply);
    },
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return;
      const { body } = new ServiceFailure('malformed', 'This is not a valid HTTP request.');
      const text = JSON.stringify(body);
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nDate: ${dateText(using.parts.reported)}\r\n` +
          `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
      );
    },
  });
  app.removeAllContentTypeParsers();
  // Kept as text: an endpoint without a body accepts anything, and batches are recorded as received.
  app.addContentTypeParser<string>(JSON_MEDIA, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendFailure(
      new ServiceFailure('noRoute', `${request.method} ${request.url.slice(0, 200)}`),
      request,
      reply,
    ),
  );
  endConnectionsOnClose(app);
  const caller = new WeakMap<FastifyRequest, Caller>();
  const underWay = new Set<Promise<void>>();
  // A client's disconnect does not end its request, so the store must not close under it.
  app.addHook('onClose', async () => {
    await Promise.allSettled(underWay);
  });
  for (const name of keysOf(ENDPOINTS)) registerEndpoint(app, using, name, caller, underWay);
  registerTokenRoute(app, using);
  app.get('/.well-known/jwks.json', (_request, reply) => reply.send({ keys: [using.publicJwk] }));
  app.get('/openapi.json', (_request, reply) => reply.send(openApiDocument(using.baseUrl())));
  app.get('/docs', (_request, reply) =>
    reply.headers(PAGE_HEADERS).send(apiPage(openApiDocument(using.baseUrl()))),
  );
  refuseOtherMethods(app);
  return app;
}

function registerEndpoint(
  app: FastifyInstance,
  using: AppParts,
  name: EndpointName,
  callers: WeakMap<FastifyRequest, Caller>,
  underWay: Set<Promise<void>>,
): void {
  const endpoint = ENDPOINTS[name];
  const { faults, tokens } = using;
  app.route({
    method: endpoint.method,
    url: routePattern(endpoint.path),
    onRequest: async (request, reply) => {
      faults?.received(name, request.method);
      if (faults?.unread(name, request, reply) === true) return;
      const known = await tokens.callerOf(request.headers.authorization);
      using.rateLimit.take(known.clientId);
      callers.set(request, known);
    },
    handler: (request, reply) => {
      const answered = answerTo(name, request, reply, using, callers.get(request));
      const ended = answered.then(
        () => undefined,
        () => undefined,
      );
      underWay.add(ended);
      void ended.then(() => underWay.delete(ended));
      return answered;
    },
  });
}

async function answerTo(
  name: EndpointName,
  request: FastifyRequest,
  reply: FastifyReply,
  using: AppParts,
  caller: Caller | undefined,
): Promise<FastifyReply> {
  const { faults } = using;
  if (name === 'sendCommand' || name === 'scheduleCommands') {
    faults?.receivedBatch(name, request.url, textOf(request.body));
  }
  const struck = (await faults?.before(name, request, reply)) ?? [];
  if (reply.sent) return reply;
  if (caller === undefined) throw new ServiceFailure('unauthorized', 'No caller.');
  const answer = await perform(name, request, caller, using, struck);
  await faults?.beforeAnswer(struck);
  return sendAnswer(reply, ENDPOINTS[name].success[0], answer, struck);
}

/** Handles a request, after everything that was due before it. */
async function perform<N extends EndpointName>(
  name: N,
  request: FastifyRequest,
  caller: Caller,
  using: AppParts,
  struck: readonly FaultRule[],
): Promise<AnswerOf<N>> {
  const { params: given, body } = request;
  const query = queryUnder(struck, request.query);
  const call = readCall(name, { params: given, query, body }, caller, using);
  const params: Readonly<Record<string, string>> = call.params;
  await using.simulation.settle(params['entityId'] ?? null);
  return HANDLERS[name]({ ...call, nowMs: using.simulation.now(), lies: liesOf(struck) });
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : '';
}

function readCall<N extends EndpointName>(
  name: N,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  caller: Caller,
  using: AppParts,
): Omit<Call<N>, 'nowMs' | 'lies'> {
  const { path, params: paramsOf, query: queryOf, body: bodyOf } = ENDPOINTS[name];
  const params = parsed('invalidPath', paramsOf, request.params);
  const query = parsed('invalidQuery', queryOf, request.query);
  const body = bodyOf === null ? null : parsed('invalidBody', bodyOf, jsonOf(request.body));
  return {
    // All three have just been parsed with the schemas of this endpoint.
    ...trusted<Pick<Call<N>, 'params' | 'query' | 'body'>>({ params, query, body }),
    caller,
    path: fillPath(path, params),
    parts: using.parts,
  };
}

function parsed<S extends z.ZodType>(
  kind: 'invalidPath' | 'invalidQuery' | 'invalidBody',
  schema: S,
  value: unknown,
): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw failureOf(kind, result.error.issues);
  return result.data;
}

function jsonOf(body: unknown): unknown {
  const text = textOf(body);
  if (text.trim() === '') throw new ServiceFailure('invalidBody', 'body: JSON is needed.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceFailure('invalidBody', `body: it is not JSON (${messageOf(error)}).`);
  }
}

/** Answers 405 with Allow if a path exists, but not with the method. */
function refuseOtherMethods(app: FastifyInstance): void {
  const taken = new Map<string, Set<HTTPMethods>>();
  const add = (url: string, method: HTTPMethods) => {
    const methods = taken.get(url) ?? new Set();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    taken.set(url, methods);
  };
  for (const name of keysOf(ENDPOINTS)) {
    add(routePattern(ENDPOINTS[name].path), ENDPOINTS[name].method);
  }
  add(TOKEN_ENDPOINT.path, TOKEN_ENDPOINT.method);
  for (const [url, methods] of taken) {
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url,
      // Before the body is read: whatever its type, the method is wrong.
      onRequest: (request, reply, done) => {
        void reply.header('allow', [...methods].join(', '));
        done(
          new ServiceFailure('wrongMethod', `${request.method}: use ${[...methods].join(', ')}.`),
        );
      },
      handler: (_request, reply) => reply.send(),
    });
  }
}
