import { tokenOfLink } from '../../contract/paging.ts';
import { z } from '../../contract/zod.ts';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../../contract/endpoints.ts';
import { defineRoute, type RouteInput } from '../../http/define-route.ts';
import { Gone } from '../../http/gone.ts';
import type { Route } from '../../http/route.ts';
import { keysOf } from '../../lib/objects.ts';
import { trusted } from '../../lib/trusted.ts';
import type { Clock } from '../../lib/clock.ts';
import { jsonOf, unusable, type CallInput, type UpstreamClient } from '../upstream/client.ts';
import type { RawAnswer } from '../upstream/exchange.ts';
import { allowed, markStale, mayBeStale, type FindLastKnown } from './cache.ts';
import { PROXY_RULES, proxied } from './proxy-rules.ts';

/** What the Service answered to a read, unchecked. */
export interface Answered {
  name: EndpointName;
  input: CallInput;
  /** The same for the same owner, resource and query. */
  question: string;
  /** The same object as before, if it is the same answer. */
  value: unknown;
  /** The size of its body. */
  bytes: number;
  /** When it was requested, in milliseconds since the epoch. */
  askedAt: number;
}

/** The answer to a change; its value is null if the endpoint has none. */
export type ChangeAnswered = Omit<Answered, 'question' | 'bytes'> & { status: number };

/** What the proxy works with. */
export interface ProxyParts {
  upstream: Pick<UpstreamClient, 'call' | 'leaks'>;
  clock: Pick<Clock, 'now'>;
  /** Counts a read of an operator until the returned function is called. @throws Failure 429 */
  readOf(operatorId: string): () => void;
  onRead(answer: Answered): void;
  /**
   * Checks and stores the answer to a change.
   * @returns what its schema knows of it, even if it could not be stored: the Service has acted
   * @throws UpstreamFault if it does not fit its schema
   */
  onChanged(answer: ChangeAnswered): Promise<unknown>;
  lastKnown: FindLastKnown;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Bytes of answers that each route remembers. */
const KNOWN_BYTES = 1024 * 1024;
/** These two go through the ledger instead. */
const DISPATCHES: ReadonlySet<EndpointName> = new Set(['sendCommand', 'scheduleCommands']);

type Input = RouteInput<EndpointShape>;

/** What the schemas of the endpoints give: texts, and values of the queries by this project's names. */
const callInput = ({ params, query, body }: Input): CallInput =>
  trusted<CallInput>(body === null ? { params, query } : { params, query, body });

const Linked = z.looseObject({
  links: z.looseObject({ next: z.string().min(1) }),
  meta: z.looseObject({ continuationToken: z.string().nullish() }).nullish(),
});

/**
 * An answer without the link to the next page, which holds the Service's address; its token stays. Spec, "Limits" 1.
 * @throws UpstreamFault `unusable` if a page is linked without a token: the list would look complete
 */
function withoutLink(value: unknown, answer: RawAnswer): unknown {
  // A refusal by a schema takes long to describe, and most answers are no pages.
  const linked = Object.hasOwn(Object(value), 'links') ? Linked.safeParse(value).data : undefined;
  if (linked === undefined) return value;
  const { links, meta } = linked;
  const continuationToken = meta?.continuationToken || tokenOfLink(links.next);
  if (continuationToken === null) {
    throw unusable(answer, 'it links a further page without a token');
  }
  return { ...linked, links: { ...links, next: null }, meta: { ...meta, continuationToken } };
}

/** An answer that a browser may get. */
interface Passable {
  value: unknown;
  /** What the browser gets. */
  body: Buffer;
  /** What the Service said. */
  told: Buffer;
  contentType: string;
}

/** @throws UpstreamFault `unusable` if the answer is no JSON, or holds what no browser may get */
function passable({ upstream }: ProxyParts, answer: RawAnswer): Passable {
  const value = jsonOf(answer);
  const shown = withoutLink(value, answer);
  // A copy: it is a part of what the socket read at once.
  const told = Buffer.from(answer.body);
  // An escape may hide a text from the check.
  const isPlain = shown === value && !told.includes('\\');
  const body = isPlain ? told : Buffer.from(JSON.stringify(shown));
  if (upstream.leaks(body.toString('latin1'))) {
    throw unusable(answer, 'it holds a token or an address of the Service');
  }
  return { value, body, told, contentType: answer.contentType };
}

/** Pages poll: the same bytes in answer to the same question are looked at once. */
function createPassables(parts: ProxyParts) {
  const known = new Map<string, Passable>();
  let bytes = 0;
  return (question: string, answer: RawAnswer): Passable => {
    const last = known.get(question);
    if (last?.contentType === answer.contentType && last.told.equals(answer.body)) return last;
    const passed = passable(parts, answer);
    bytes += answer.body.length;
    if (bytes > KNOWN_BYTES) {
      known.clear();
      bytes = 0;
    }
    known.set(question, passed);
    return passed;
  };
}

/** A read: the Service's answer; if the Service fails, what it said last. */
function readRoute(name: EndpointName, endpoint: EndpointShape, parts: ProxyParts): Route {
  const { upstream, clock } = parts;
  const pass = createPassables(parts);
  const live = async ({ signedIn, request, reply }: Input, given: CallInput): Promise<Buffer> => {
    const leave = parts.readOf(signedIn.operator.id);
    const askedAt = clock.now();
    const question = request.url;
    try {
      const answer = await upstream.call(endpoint, given, new Gone(reply.raw));
      const { value, body } = pass(question, answer);
      reply.code(answer.status);
      parts.onRead({ name, input: given, question, value, bytes: body.length, askedAt });
      return body;
    } finally {
      leave();
    }
  };

  /** Answers with what is known, if anything is. @param why the Service did not answer; null: it was not asked */
  const stale = async ({ request, reply }: Input, given: CallInput, why: unknown) => {
    try {
      const known = await parts.lastKnown(name, given);
      if (known === null || upstream.leaks(known.body)) return null;
      markStale(reply, known, why, clock.now());
      return known.body;
    } catch (error) {
      request.log.warn({ err: error }, 'what the Service said last could not be read');
      return null;
    }
  };

  return defineRoute(proxied(endpoint), PROXY_RULES[name], async (input) => {
    const given = callInput(input);
    const may = allowed(input.request.headers['cache-control'], given);
    input.reply.type(JSON_TYPE);
    const early = may.atOnce ? await stale(input, given, null) : null;
    if (early !== null) return early;
    try {
      return await live(input, given);
    } catch (error) {
      const copy = may.ifError && mayBeStale(error) ? await stale(input, given, error) : null;
      if (copy === null) throw error;
      return copy;
    }
  });
}

/** A change: its answer is stored before it is sent. */
function changeRoute(name: EndpointName, endpoint: EndpointShape, parts: ProxyParts): Route {
  return defineRoute(proxied(endpoint), PROXY_RULES[name], async (input) => {
    const { reply } = input;
    const given = callInput(input);
    const askedAt = parts.clock.now();
    const answer = await parts.upstream.call(endpoint, given);
    const { status } = answer;
    const value = endpoint.answer === null ? null : passable(parts, answer).value;
    const checked = await parts.onChanged({ name, input: given, value, askedAt, status });
    if (endpoint.answer === null) return undefined;
    reply.code(status);
    return withoutLink(checked, answer);
  });
}

/** The interface's own endpoints, except the two that dispatch. */
export function proxyRoutes(parts: ProxyParts): Route[] {
  return keysOf(ENDPOINTS)
    .filter((name) => !DISPATCHES.has(name))
    .map((name) => {
      const endpoint: EndpointShape = ENDPOINTS[name];
      const route = endpoint.method === 'GET' ? readRoute : changeRoute;
      return route(name, endpoint, parts);
    });
}
