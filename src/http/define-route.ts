import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteShape } from '../contract/route.ts';
import type { z } from '../contract/zod.ts';
import type { Permission } from '../contract/console/access.ts';
import { trusted } from '../lib/trusted.ts';
import type { SignedIn } from './signed-in.ts';
import { failure, invalid } from './problems.ts';
import type { Act, Route, RouteRules } from './route.ts';

type RouteBody<C extends RouteShape> = C['body'] extends z.ZodType ? z.output<C['body']> : null;

/**
 * Reads a body that may be long, in place of its schema: same result, but gives other requests their turn.
 * @throws Failure 400 for what the schema refuses
 */
export type ReadBody<C extends RouteShape> = (body: unknown) => Promise<RouteBody<C>>;

/** What a handler gets: everything the contract describes, parsed. */
export interface RouteInput<C extends RouteShape, P extends Permission | null = Permission> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  /** null if the contract has no body. */
  body: RouteBody<C>;
  /** Who sends the request; null on open routes. */
  signedIn: P extends null ? null : SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Stores the act with its rows in the audit log; using it throws if the route declares none. */
  record: Act;
}

const unrecorded = () => Promise.reject(new Error('this route does not record acts'));
const NO_ACT: Act = { done: unrecorded, begin: unrecorded, end: unrecorded, repeated: unrecorded };

/**
 * What a handler returns: the contract's answer, or for a route without one nothing or a file. Never the
 * reply: awaiting it waits for the end of the answer.
 */
export type RouteAnswer<C extends RouteShape> = [C['answer']] extends [null]
  ? Readable | void
  : z.output<NonNullable<C['answer']>>;

/**
 * Makes a route of a contract entry. Parameters, query and body are parsed before the handler runs.
 * @param contract its method, address and schemas
 * @param rules who may use it, how it is recorded, and optionally how a long body is read
 * @param handler returns the answer. The status is 200 unless it sets one, and 204 if it returns nothing. It may
 *   take the reply over instead (hijack).
 * @returns the route; its `prepare` throws Failure 400 for what the schemas refuse, including an unexpected body
 */
export function defineRoute<C extends RouteShape, P extends Permission | null>(
  contract: C,
  { readBody, ...rules }: RouteRules<P> & { readBody?: ReadBody<C> },
  handler: (input: RouteInput<C, P>) => RouteAnswer<C> | Promise<RouteAnswer<C>>,
): Route {
  const { method, path, params, query, body } = contract;
  return {
    ...rules,
    method,
    path,
    async prepare(request, reply, act = NO_ACT) {
      const { signedIn } = request;
      if (rules.permission !== null && signedIn === null) {
        throw failure(401, 'not_signed_in', 'Sign in first.');
      }
      // The types of the input are inferred from the schemas below.
      const input = trusted<RouteInput<C, P>>({
        params: parse(params, request.params, 'path'),
        query: parse(query, queryOf(request), 'query'),
        body: await bodyOf(body, request, readBody),
        signedIn: rules.permission === null ? null : signedIn,
        request,
        reply,
        record: act,
      });
      return async () => {
        const answer = await handler(input);
        if (answer === undefined && !reply.sent) reply.code(204);
        return answer;
      };
    },
  };
}

/**
 * The value that a schema parsed from a part of a request.
 * @param part its name if it is refused as a whole
 * @param at the path of the value in that part
 * @throws Failure 400 naming the first offending path
 */
export function accepted<T>(
  parsed: z.ZodSafeParseResult<T>,
  part: string,
  at: readonly PropertyKey[] = [],
): T {
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = [...at, ...(issue?.path ?? [])].join('.') || part;
  throw invalid(field, `${field}: ${issue?.message ?? ''}`);
}

function parse(schema: z.ZodType, value: unknown, part: string): unknown {
  return accepted(schema.safeParse(value), part);
}

/** Query parameters, each at most once. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  const values: Record<string, string> = {};
  if (start === -1) return values;
  for (const [name, value] of new URLSearchParams(target.slice(start))) {
    if (Object.hasOwn(values, name)) throw invalid(name, `${name}: given more than once`);
    Object.defineProperty(values, name, { value, enumerable: true });
  }
  return values;
}

function bodyOf(
  schema: z.ZodType | null,
  { body }: FastifyRequest,
  read: ((body: unknown) => Promise<unknown>) | undefined,
): unknown {
  const missing = body === undefined || body === null;
  if (schema === null) {
    if (!missing) throw invalid('body', 'No body is expected here.');
    return null;
  }
  if (missing) throw invalid('body', 'A JSON body is needed.');
  return read === undefined ? parse(schema, body, 'body') : read(body);
}
