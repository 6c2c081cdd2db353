import type { FastifyRequest } from 'fastify';
import type { z } from '../../contract/zod.ts';
import { invalid } from './problems.ts';

/** Reads something with a schema; a refusal names the first offending path. */
function parseInput<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  throw invalid(path === '' ? what : path, `${path === '' ? what : path}: ${issue?.message ?? ''}`);
}

/** Path parameters. */
export function parseParams<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  return parseInput(schema, request.params, 'path');
}

/** Query parameters, each at most once; unknown ones are refused by the strict schemas. */
export function parseQuery<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const target = request.raw.url ?? '';
  const start = target.indexOf('?');
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(start === -1 ? '' : target.slice(start))) {
    if (Object.hasOwn(values, name)) throw invalid(name, `${name}: given more than once`);
    Object.defineProperty(values, name, { value, enumerable: true });
  }
  return parseInput(schema, values, 'query');
}

/** The JSON body; `null` as schema means that none may be sent. */
export function parseBody<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  if (request.body === undefined || request.body === null) {
    throw invalid('body', 'A JSON body is needed.');
  }
  return parseInput(schema, request.body, 'body');
}

/** Refuses a body where none belongs. */
export function refuseBody(request: FastifyRequest): void {
  if (request.body !== undefined && request.body !== null) {
    throw invalid('body', 'No body is expected here.');
  }
}
