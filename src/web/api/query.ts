import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import type { RouteShape } from '../../contract/endpoints.ts';
import type { Topic } from '../../contract/topics.ts';
import type { z } from '../../contract/zod.ts';
import { withPassword } from './confirm-identity.ts';
import { callWith, plain, type AnswerBy, type Given, type InputOf } from './client.ts';

/** What the answer of a query shows, so that it is read again when that changes. */
interface Shows extends Record<string, unknown> {
  shows?: readonly Topic[];
  /** The id in its path: a change of a single thing concerns it only by this id. */
  id?: string | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Shows;
    mutationMeta: { touches?: readonly Topic[] };
  }
}

function keyOf({ method, path }: RouteShape, input: object | null | undefined) {
  return [`${method} ${path}`, input ?? {}] as const;
}

function showsOf({ shows = [] }: RouteShape, input: object | null | undefined): Shows {
  return { shows, id: plain(input).params?.['id'] };
}

/**
 * A read of a route, or of an endpoint of the Service: its key, its function and what it shows. A place adds its own
 * options: `useQuery({ ...query(route), placeholderData: keepPreviousData })`.
 * @param input parameters, query and body; null: there is nothing to ask for yet
 */
export function query<R extends RouteShape>(route: R, ...[input]: Given<R> | [input: null]) {
  return queryOptions({
    queryKey: keyOf(route, input),
    queryFn:
      input === null
        ? skipToken
        : ({ signal }): Promise<AnswerBy<R>> => callWith(route, { ...plain(input), signal }),
    meta: showsOf(route, input),
  });
}

type QueryOf<R extends RouteShape> = {
  readonly [N in keyof z.infer<R['query']>]?: z.infer<R['query']>[N] | undefined;
};

/**
 * A read of a list, page after page.
 * @param input as of `query`, without what names the page
 * @param next what to ask for after the pages that were read, with what was asked before; null at the end
 */
export function pages<R extends RouteShape>(
  route: R,
  input: InputOf<R>,
  next: (read: readonly AnswerBy<R>[], asked: readonly QueryOf<R>[]) => QueryOf<R> | null,
) {
  const first: QueryOf<R> = {};
  return infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'] as const,
    queryFn: ({ pageParam, signal }): Promise<AnswerBy<R>> => {
      const { query: same, ...rest } = plain(input);
      const { query: page } = plain({ query: pageParam });
      return callWith(route, { ...rest, query: { ...same, ...page }, signal });
    },
    initialPageParam: first,
    getNextPageParam: (_last, read, _param, asked) => next(read, asked),
    meta: showsOf(route, input),
  });
}

/** A change: what it touches is read again when it ends, whether it succeeded or not. It is never repeated. */
export function mutation<R extends RouteShape>(route: R) {
  return mutationOptions({
    mutationFn: (input: InputOf<R>): Promise<AnswerBy<R>> =>
      withPassword(() => callWith(route, plain(input))),
    meta: { touches: route.touches ?? [] },
  });
}

/**
 * A change that takes several calls, or makes a file.
 * @param touches what it makes stale, as of its routes
 */
export function mutationOf<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  touches: readonly Topic[] = [],
) {
  return mutationOptions({ mutationFn: run, meta: { touches } });
}
