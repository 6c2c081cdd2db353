import type { FastifyReply } from 'fastify';
import { ENDPOINTS, type EndpointName, type EndpointShape } from '../../contract/endpoints.ts';
import { LEFT_OUT_HEADER } from '../../contract/console/headers.ts';
import { keysOf } from '../../lib/objects.ts';
import { trusted } from '../../lib/trusted.ts';
import { defineRoute } from '../../http/define-route.ts';
import type { Route } from '../../http/route.ts';
import type { CallInput, ToldAnswer, UpstreamClient } from '../upstream/client.ts';
import type { Ending } from '../upstream/exchange.ts';
import { createCheckedAnswers, type CheckedAnswers, withoutLink } from './checked-answers.ts';
import { createPerUserLimit, type PerUserLimit } from './per-user-limit.ts';
import { PROXY_RULES, proxied } from './proxy-rules.ts';

/** What the proxy works with. */
export interface ProxyParts {
  upstream: Pick<UpstreamClient, 'call'>;
  /** Told of each answer; the operator gets it once this resolves, even if it fails. */
  onAnswer(name: EndpointName, input: CallInput, value: unknown, told: ToldAnswer): Promise<void>;
}

/** These two go through the ledger instead. */
const DISPATCHES: ReadonlySet<EndpointName> = new Set(['sendCommand', 'scheduleCommands']);

/** Ends the call when the browser goes away before it has its answer. Lighter than an AbortController. */
class Gone implements Ending {
  aborted = false;
  readonly reason = null;
  readonly #listeners = new Set<() => void>();

  constructor({ raw }: FastifyReply) {
    raw.once('close', () => {
      if (raw.writableFinished) return;
      this.aborted = true;
      for (const listener of this.#listeners) listener();
    });
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

function proxyRoute(
  name: EndpointName,
  parts: ProxyParts,
  perUserLimit: PerUserLimit,
  answers: CheckedAnswers,
): Route {
  const endpoint: EndpointShape = ENDPOINTS[name];
  const isRead = endpoint.method === 'GET';

  const read = async (operatorId: string, given: CallInput, gone: Gone) => {
    const leave = perUserLimit.enter(operatorId);
    try {
      return await parts.upstream.call(endpoint, given, gone);
    } finally {
      leave();
    }
  };

  return defineRoute(proxied(endpoint), PROXY_RULES[name], async (input) => {
    const { signedIn, request, reply } = input;
    const given: CallInput = {
      // What the schemas of the endpoints give: texts, and values of the queries by this project's names.
      params: trusted<CallInput['params']>(input.params),
      query: trusted<CallInput['query']>(input.query),
      ...(endpoint.body !== null && { body: input.body }),
    };
    const question = `${name} ${request.url}`;
    const answer = isRead
      ? await read(signedIn.operator.id, given, new Gone(reply))
      : await parts.upstream.call(endpoint, given);
    const { value, leftOut, body } = answers.check(endpoint, question, answer);
    if (leftOut !== null) reply.header(LEFT_OUT_HEADER, encodeURIComponent(leftOut));
    try {
      // What is left out is not known to be gone: the store keeps what it has.
      if (leftOut === null)
        await parts.onAnswer(name, given, value, { question, body: answer.body });
    } catch (error) {
      // The Service has acted: the operator gets its answer even if our store fails.
      request.log.warn({ err: error }, 'an answer of the Service could not be stored');
    }
    if (endpoint.answer === null) return undefined;
    reply.code(answer.status);
    if (!isRead) return withoutLink(value);
    reply.type('application/json; charset=utf-8');
    return body;
  });
}

/** The interface's own endpoints, except the two that dispatch. */
export function proxyRoutes(parts: ProxyParts): Route[] {
  const perUserLimit = createPerUserLimit();
  const answers = createCheckedAnswers();
  return keysOf(ENDPOINTS)
    .filter((name) => !DISPATCHES.has(name))
    .map((name) => proxyRoute(name, parts, perUserLimit, answers));
}
