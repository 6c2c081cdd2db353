import type { FastifyReply } from 'fastify';
import { z } from '../../contract/zod.ts';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../../contract/endpoints.ts';
import { LEFT_OUT_HEADER } from '../../contract/console/headers.ts';
import { DEFAULT_DIALECT } from '../../contract/queries.ts';
import { keysOf } from '../../lib/objects.ts';
import { defineRoute } from '../http/define-route.ts';
import type { Route } from '../http/route.ts';
import type { CallInput, UpstreamClient } from '../upstream/client.ts';
import { LeftOutItems, readUsable } from '../upstream/left-out-items.ts';
import { createPerUserLimit, type PerUserLimit } from './per-user-limit.ts';
import { PROXY_RULES, proxied } from './proxy-rules.ts';

/** What the proxy works with. */
export interface ProxyParts {
  upstream: Pick<UpstreamClient, 'call'>;
  /** Told of each answer with its body; the operator gets it once this resolves, even if it fails. */
  onAnswer(name: EndpointName, input: CallInput, value: unknown, told: Buffer): Promise<void>;
}

/** These two go through the ledger instead. */
const DISPATCHES: ReadonlySet<EndpointName> = new Set(['sendCommand', 'scheduleCommands']);

const Params = z.record(z.string(), z.string());
/** What any of the endpoints' query schemas can give, by this project's names. */
const Query = z.partialRecord(
  z.enum(keysOf(DEFAULT_DIALECT)),
  z.union([z.string(), z.number(), z.boolean()]),
);

/** Ends the call when the browser goes away before it has its answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** An answer as the browser gets it: the link to the next page holds the Service's address. Spec, "Limits" 1. */
function withoutLink(value: unknown): unknown {
  const isPage = typeof value === 'object' && value !== null && 'links' in value;
  return isPage ? { ...value, links: { next: null } } : value;
}

function proxyRoute(name: EndpointName, parts: ProxyParts, perUserLimit: PerUserLimit): Route {
  const endpoint: EndpointShape = ENDPOINTS[name];
  const isRead = endpoint.method === 'GET';

  const read = async (operatorId: string, given: CallInput, signal: AbortSignal) => {
    const leave = perUserLimit.enter(operatorId);
    try {
      return await parts.upstream.call(endpoint, given, signal);
    } finally {
      leave();
    }
  };

  return defineRoute(proxied(endpoint), PROXY_RULES[name], async (input) => {
    const { signedIn, request, reply } = input;
    const given: CallInput = {
      params: Params.parse(input.params),
      query: Query.parse(input.query),
      ...(endpoint.body !== null && { body: input.body }),
    };
    const answer = isRead
      ? await read(signedIn.operator.id, given, goneSignal(reply))
      : await parts.upstream.call(endpoint, given);
    const leftOut = new LeftOutItems();
    const value = endpoint.answer === null ? null : readUsable(endpoint.answer, answer, leftOut);
    const message = leftOut.message();
    if (message !== null) reply.header(LEFT_OUT_HEADER, encodeURIComponent(message));
    try {
      // What is left out is not known to be gone: the store keeps what it has.
      if (message === null) await parts.onAnswer(name, given, value, answer.body);
    } catch (error) {
      // The Service has acted: the operator gets its answer even if our store fails.
      request.log.warn({ err: error }, 'an answer of the Service could not be stored');
    }
    if (endpoint.answer === null) return undefined;
    reply.code(answer.status);
    return withoutLink(value);
  });
}

/** The interface's own endpoints, except the two that dispatch. */
export function proxyRoutes(parts: ProxyParts): Route[] {
  const perUserLimit = createPerUserLimit();
  return keysOf(ENDPOINTS)
    .filter((name) => !DISPATCHES.has(name))
    .map((name) => proxyRoute(name, parts, perUserLimit));
}
