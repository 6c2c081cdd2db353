import { trusted } from '../lib/trusted.ts';
import { Uuid } from './primitives.ts';
import type { Topic } from './topics.ts';
import { z } from './zod.ts';

/** HTTP methods that the interface uses. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A route: its address, input and answer. */
export interface RouteShape {
  readonly method: Method;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Schema of the request body, or null if there is none. */
  readonly body: z.ZodType | null;
  /** Schema of a successful answer, or null if its body is not documented. */
  readonly answer: z.ZodType | null;
  /** Of a read: the topics it shows. */
  readonly shows?: readonly Topic[];
  /** Of a change: the topics it makes stale, whether it succeeds or not. */
  readonly touches?: readonly Topic[];
}

interface Parts extends Partial<Omit<RouteShape, 'method' | 'path'>> {
  /** Of an endpoint of the Service: see `EndpointShape`. */
  readonly success?: readonly [number, ...number[]];
}

type NamesIn<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

const none = z.strictObject({});

/** What a declaration may leave out: parameters that are ids, and what the route does not have. */
interface Left<P> {
  params: z.ZodObject<Record<NamesIn<P>, typeof Uuid>, z.core.$strict>;
  query: typeof none;
  body: null;
  answer: null;
}

type Declared<M extends Method, P extends string, Given> = Omit<Left<P>, keyof Given> &
  Given & { readonly method: M; readonly path: P };

function idsIn(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.strictObject(Object.fromEntries(names.map((name) => [name, Uuid])));
}

function declare<M extends Method>(method: M) {
  return <const P extends string, const Given extends Parts = object>(
    path: P,
    given?: Given & Record<Exclude<keyof Given, keyof Parts>, never>,
  ) =>
    // The names in the type of a path are those that are read from it.
    trusted<Declared<M, P, Given>>({
      params: idsIn(path),
      query: none,
      body: null,
      answer: null,
      ...given,
      method,
      path,
    });
}

// Declare a route by its path and what it has of a `RouteShape`; without `params` each parameter is a UUID.
export const get = declare('GET');
export const post = declare('POST');
export const patch = declare('PATCH');
export const put = declare('PUT');
export const remove = declare('DELETE');
