import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteShape } from '../../contract/endpoints.ts';
import type { z } from '../../contract/zod.ts';
import type { Permission } from '../../domain/permissions.ts';
import { trusted } from '../../lib/trusted.ts';
import type { SignedIn } from '../session/sessions.ts';
import { failure, invalid } from './problems.ts';
import type { Route, RouteRules } from './route.ts';

type RouteBody<C extends RouteShape> = C['body'] extends z.ZodType ? z.output<C['body']> : null;

/**
 * Reads a body that may be long in place of its schema: with turns for others, and the same result.
 * @throws Failure 400 for what the schema refuses
 */
export type ReadBody<C extends RouteShape> = (body: unknown) => Promise<RouteBody<C>>;

/** What a handler gets: everything the contract describes, parsed. */
export interface RouteInput<C extends RouteShape, P extends Permission | null = Permission> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  /** null if the contract has no body. */
  body: RouteBody<C>;
  /** Who asks; null on open routes. */
  signedIn: P extends null ? null : SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * What a handler returns: the contract's answer, or for a route without one nothing or a file. Never the
 * reply: awaited, it waits for the end of the answer.
 */
export type RouteAnswer<C extends RouteShape> = [C['answer']] extends [null]
  ? Readable | void
  : z.output<NonNullable<C['answer']>>;

/**
 * Makes a route of a contract entry. Parameters, query and body are parsed before the handler runs.
 * @param contract its method, address and schemas
 * @param rules who may use it and how it is recorded, both required; and how its body is read, if it may be long
 * @param handler returns the answer. The status is 200 unless it sets one, and 204 without an answer. It may
 *   take the reply over instead (hijack).
 * @returns the route; preparing throws Failure 400 for what the schemas refuse, a body without a schema included
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
    async prepare(request, reply) {
      const { signedIn } = request;
      if (rules.permission !== null && signedIn === null) {
        throw failure(401, 'not_signed_in', 'Sign in first.');
      }
      // The schemas below are those that the types of the input are taken from.
      const input = trusted<RouteInput<C, P>>({
        params: parse(params, request.params, 'path'),
        query: parse(query, queryOf(request), 'query'),
        body: await bodyOf(body, request, readBody),
        signedIn: rules.permission === null ? null : signedIn,
        request,
        reply,
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
 * What a schema made of a part of a request.
 * @param part its name where all of it is refused
 * @param at the path of the value in that part
 * @throws Failure 400 for what it refused, which names the first offending path
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
