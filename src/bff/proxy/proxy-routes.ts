import { tokenOfLink } from '../../contract/paging.ts';
import { z } from '../../contract/zod.ts';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../../contract/endpoints.ts';
import { defineRoute, type RouteInput } from '../../http/define-route.ts';
import { Gone } from '../../http/gone.ts';
import type { Route } from '../../http/route.ts';
import { keysOf } from '../../lib/objects.ts';
import { trusted } from '../../lib/trusted.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  checkAnswer,
  jsonOf,
  unusable,
  type CallInput,
  type UpstreamClient,
} from '../upstream/client.ts';
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

/** What the proxy works with. */
export interface ProxyParts {
  upstream: Pick<UpstreamClient, 'call' | 'leaks'>;
  clock: Pick<Clock, 'now'>;
  /** Counts a read of an operator until the returned function is called. @throws Failure 429 */
  readOf(operatorId: string): () => void;
  onRead(answer: Answered): void;
  /** Gets the checked answer to a change; the operator gets it once this resolves, even if it fails. */
  onChanged(answer: Omit<Answered, 'question' | 'bytes'>): Promise<void>;
  lastKnown: FindLastKnown;
}

/** Bytes of answers that each route remembers. */
const KNOWN_BYTES = 1024 * 1024;
/** These two go through the ledger instead. */
const DISPATCHES: ReadonlySet<EndpointName> = new Set(['sendCommand', 'scheduleCommands']);

type Input = RouteInput<EndpointShape>;

/** What the schemas of the endpoints give: texts, and values of the queries by this project's names. */
function callInput({ params, query, body }: Input): CallInput {
  const given = { params, query, ...(body !== null && { body }) };
  return trusted<CallInput>(given);
}

const Linked = z.looseObject({
  links: z.looseObject({ next: z.string().min(1) }),
  meta: z.looseObject({ continuationToken: z.string().nullish() }).nullish(),
});

/**
 * An answer without the link to the next page, which holds the Service's address; its token stays. Spec, "Limits" 1.
 * @throws UpstreamFault `unusable` if a page is linked without a token: the list would look complete
 */
function withoutLink(value: unknown, answer: RawAnswer): unknown {
  const linked = Linked.safeParse(value).data;
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
  body: Buffer;
}

/**
 * The bytes of an answer that a browser may get.
 * @throws UpstreamFault `unusable` if they are no JSON, or hold what no browser may get
 */
function passable(parts: ProxyParts, answer: RawAnswer): Passable {
  const value = jsonOf(answer);
  const shown = withoutLink(value, answer);
  // An escape may hide a text from the check.
  const isPlain = shown === value && !answer.body.includes('\\');
  const body = Buffer.from(isPlain ? answer.body : JSON.stringify(shown));
  if (parts.upstream.leaks(body.toString('latin1'))) {
    throw unusable(answer, 'it holds a token or an address of the Service');
  }
  return { value, body };
}

/** Pages poll: the same bytes in answer to the same question are looked at once. */
function createPassables(parts: ProxyParts) {
  const known = new Map<string, { contentType: string; told: Buffer; passed: Passable }>();
  let bytes = 0;
  return (question: string, answer: RawAnswer): Passable => {
    const last = known.get(question);
    const isSame = last?.contentType === answer.contentType && last.told.equals(answer.body);
    if (isSame) return last.passed;
    const passed = passable(parts, answer);
    bytes += answer.body.length;
    if (bytes > KNOWN_BYTES) {
      known.clear();
      bytes = 0;
    }
    // A copy: it is a part of what the socket read at once.
    known.set(question, {
      contentType: answer.contentType,
      told: Buffer.from(answer.body),
      passed,
    });
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

  /** What is known, as the browser may get it. */
  const copyOf = async ({ request }: Input, given: CallInput) => {
    try {
      const known = await parts.lastKnown(name, given);
      return known === null || upstream.leaks(known.body) ? null : known;
    } catch (error) {
      request.log.warn({ err: error }, 'what the Service said last could not be read');
      return null;
    }
  };

  return defineRoute(proxied(endpoint), PROXY_RULES[name], async (input) => {
    const { request, reply } = input;
    const given = callInput(input);
    const may = allowed(request.headers['cache-control'], given);
    reply.type('application/json; charset=utf-8');
    const early = may.atOnce ? await copyOf(input, given) : null;
    if (early !== null) {
      markStale(reply, early, null, clock.now());
      return early.body;
    }
    try {
      return await live(input, given);
    } catch (error) {
      const copy = may.ifError && mayBeStale(error) ? await copyOf(input, given) : null;
      if (copy === null) throw error;
      markStale(reply, copy, error, clock.now());
      return copy.body;
    }
  });
}

/** A change: its answer is stored before it is sent. */
function changeRoute(name: EndpointName, endpoint: EndpointShape, parts: ProxyParts): Route {
  return defineRoute(proxied(endpoint), PROXY_RULES[name], async (input) => {
    const { request, reply } = input;
    const given = callInput(input);
    const askedAt = parts.clock.now();
    const answer = await parts.upstream.call(endpoint, given);
    const value =
      endpoint.answer === null
        ? null
        : checkAnswer(endpoint.answer, passable(parts, answer).value, answer);
    try {
      await parts.onChanged({ name, input: given, value, askedAt });
    } catch (error) {
      // The Service has acted: the operator gets its answer even if our store fails.
      request.log.warn({ err: error }, 'an answer of the Service could not be stored');
    }
    if (endpoint.answer === null) return undefined;
    reply.code(answer.status);
    return withoutLink(value, answer);
  });
}

/** The interface's own endpoints, except the two that dispatch. */
export function proxyRoutes(parts: ProxyParts): Route[] {
  return keysOf(ENDPOINTS)
    .filter((name) => !DISPATCHES.has(name))
    .map((name) => {
      const endpoint: EndpointShape = ENDPOINTS[name];
      return endpoint.method === 'GET'
        ? readRoute(name, endpoint, parts)
        : changeRoute(name, endpoint, parts);
    });
}
