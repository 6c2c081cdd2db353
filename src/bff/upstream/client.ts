import { Pool } from 'undici';
import type { EndpointShape } from '../../contract/endpoints.ts';
import { fillPath } from '../../contract/paths.ts';
import { queryString, type QueryValues } from '../../contract/query-string.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ending } from '../../lib/ending.ts';
import { CONNECT_MS, exchange, exchangeOnce } from './exchange.ts';
import type { ExchangeRequest, RawAnswer } from './exchange.ts';
import { UpstreamFault } from '../../http/fault.ts';
import { createServiceClock, type OffsetRange } from '../../domain/service-clock.ts';
import { createLeakCheck, createRedact, errorsOfFailure, type Redact } from './redact.ts';
import type { UpstreamSettings } from './settings.ts';
import { createSocketsAhead } from '../../lib/sockets-ahead.ts';
import { createTokenSource, fetchToken, type TokenSource } from './token-source.ts';

/** The parts of one call, all validated before. */
export interface CallInput {
  params: Readonly<Record<string, string>>;
  query: QueryValues;
  /** Serialised as JSON; undefined: no body. */
  body?: unknown;
}

/** Which requests to the Service go first: what an operator waits for, then what follows it, then all other reads. */
export type Priority = 'dispatch' | 'operator' | 'job' | 'background';

/** The places of the requests that are in flight to the Service. */
export interface Places {
  /**
   * Waits for a place.
   * @param signal aborts the wait
   * @returns a function that gives the place back; calling it twice is harmless
   * @throws UpstreamFault `busy` when too many operators wait already
   */
  enter(priority: Priority, signal?: Ending): Promise<() => void>;
}

/** The one way to the Device Connectivity Service. */
export interface UpstreamClient extends Pick<TokenSource, 'tokenGoodUntil'> {
  /**
   * Calls an endpoint. A GET that the Service answers with 401 is tried once more with a new token;
   * nothing else is ever sent twice.
   * @param signal ends the call early; meant for reads
   * @param priority among the requests that wait for a place; absent: background
   * @returns the answer to a success
   * @throws UpstreamFault
   */
  call(
    endpoint: EndpointShape,
    input: CallInput,
    signal?: Ending,
    priority?: Exclude<Priority, 'dispatch'>,
  ): Promise<RawAnswer>;
  /**
   * Sends a dispatch: exactly one request over a connection that was never used. The caller takes its place among the
   * requests in flight before it stores the intent.
   * @throws UpstreamFault whose `effect` tells whether the request can have reached the devices
   */
  dispatch(endpoint: EndpointShape, input: CallInput): Promise<RawAnswer>;
  /** Takes the place of a dispatch among the requests in flight, ahead of all others. */
  enterDispatch(): Promise<() => void>;
  /** Checks that a token is available. @throws UpstreamFault */
  checkToken(): Promise<void>;
  /** How far the Service's clock is ahead by the Date headers of its answers, or null. */
  clockOffset(): OffsetRange | null;
  redact: Redact;
  /** Whether a text holds a token, a secret or an address of the Service, so that no browser may get it. */
  leaks(text: string): boolean;
  close(): Promise<void>;
}

/** Tokens that no answer may hold: an older one is still valid for a while. */
const TOKENS = 4;

const SERVICE = 'The Device Connectivity Service';

/** Returns a success, throws everything else. */
function judge(endpoint: EndpointShape, answer: RawAnswer, redact: Redact): RawAnswer {
  const { status, retryAfterS } = answer;
  if (endpoint.success.includes(status)) return answer;
  const says = `${SERVICE} answered ${status}`;
  if (status === 401) {
    throw new UpstreamFault('auth', `${SERVICE} rejected the console's access token.`, { status });
  }
  if (status === 408) throw new UpstreamFault('timeout', `${says}.`, { status });
  if (status >= 400) {
    const errors = errorsOfFailure(answer.body.toString('utf8'), redact);
    const kind = status >= 500 ? 'server-error' : 'refused';
    throw new UpstreamFault(kind, `${says} without a reason.`, { status, retryAfterS, errors });
  }
  const what =
    status >= 300 ? 'a redirect, which is not followed' : 'not what the interface specifies';
  throw new UpstreamFault('unusable', `${says}: ${what}.`, { status });
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body, unchecked. @throws UpstreamFault `unusable` if it has none */
export function jsonOf(answer: RawAnswer): unknown {
  if (!JSON_TYPE.test(answer.contentType)) throw unusable(answer, 'it is not JSON');
  try {
    return JSON.parse(UTF_8.decode(answer.body));
  } catch {
    throw unusable(answer, 'its JSON is malformed');
  }
}

/** The fault of an answer that cannot be used. @param what in a few words that quote nothing of it */
export function unusable({ status }: Pick<RawAnswer, 'status'>, what: string): UpstreamFault {
  return new UpstreamFault('unusable', `${SERVICE}'s answer cannot be used: ${what}.`, { status });
}

/**
 * Connects to the Service; nothing is sent before the first call.
 * @param places which every request takes one of
 */
export function createUpstreamClient(
  settings: UpstreamSettings,
  clock: Clock,
  places: Places,
): UpstreamClient {
  const base = new URL(settings.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const { timeoutMs, maxInFlight: connections, dialect } = settings;
  const connectMs = Math.min(timeoutMs, CONNECT_MS);
  const used: string[] = [];
  const redact = createRedact(settings, used);
  const leaks = createLeakCheck(settings, used);
  const serviceClock = createServiceClock();
  const tokens = createTokenSource(() => fetchToken(settings, redact), clock);
  const connect = { timeout: connectMs };
  const pool = new Pool(base.origin, { connections, pipelining: 1, connect });
  const sockets = createSocketsAhead(base.origin, connectMs);
  const dispatching = new Set<object>();

  /** Sends one request and checks its status; a rejected token is forgotten. */
  const attempt = async (
    endpoint: EndpointShape,
    { params, query, body }: CallInput,
    send: (request: ExchangeRequest) => Promise<RawAnswer>,
  ): Promise<RawAnswer> => {
    const token = await tokens.get();
    if (!used.includes(token)) used.splice(0, Math.max(0, used.push(token) - TOKENS));
    const authorization = `Bearer ${token}`;
    const accept = 'application/json';
    const sentAt = clock.now();
    const answer = await send({
      method: endpoint.method,
      path: prefix + fillPath(endpoint.path, params) + queryString(query, dialect),
      headers: { authorization, accept, ...(body !== undefined && { 'content-type': accept }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (answer.dateMs !== null) {
      serviceClock.onAnswer({ dateMs: answer.dateMs, sentAt, receivedAt: clock.now() });
    }
    if (answer.status === 401) tokens.invalidate(token);
    return judge(endpoint, answer, redact);
  };

  return {
    redact,
    leaks,
    clockOffset: () => serviceClock.offset(),
    async enterDispatch() {
      const leave = await places.enter('dispatch');
      const entered = {};
      dispatching.add(entered);
      sockets.prepare(dispatching.size);
      return () => {
        dispatching.delete(entered);
        leave();
      };
    },
    async call(endpoint, input, signal, priority = 'background') {
      const leave = await places.enter(priority, signal);
      const send = (request: ExchangeRequest) => exchange(pool, request, timeoutMs, signal);
      try {
        return await attempt(endpoint, input, send);
      } catch (error) {
        const rejected = error instanceof UpstreamFault && error.kind === 'auth';
        if (!rejected || endpoint.method !== 'GET') throw error;
        return await attempt(endpoint, input, send);
      } finally {
        leave();
      }
    },
    dispatch: (endpoint, input) =>
      attempt(endpoint, input, (request) =>
        exchangeOnce(base.origin, request, timeoutMs, sockets.connector),
      ),
    checkToken: async () => void (await tokens.get()),
    tokenGoodUntil: () => tokens.tokenGoodUntil(),
    close() {
      sockets.close();
      return pool.destroy();
    },
  };
}
