import {
  hashKey,
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  skipToken,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isOfService } from '../../contract/console/headers.ts';
import type { RouteShape } from '../../contract/route.ts';
import type { Topic } from '../../contract/topics.ts';
import type { z } from '../../contract/zod.ts';
import { withPassword } from './confirm-identity.ts';
import {
  callNoted,
  callWith,
  plain,
  type AnswerBy,
  type AnswerNote,
  type AnyInput,
  type Freshness,
  type Given,
  type InputOf,
} from './client.ts';

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

/** What the answer to a query came with: kept beside it, since an answer may be the same as before. */
export function noteQuery(queryKey: QueryKey) {
  return queryOptions<AnswerNote>({
    queryKey: ['note', hashKey(queryKey)],
    queryFn: skipToken,
    staleTime: Infinity,
  });
}

interface Asking {
  client: QueryClient;
  queryKey: QueryKey;
}

/**
 * Reads from the Service. What it said last is shown at once, with its age, and stays if it fails; an answer of now is
 * never replaced by an older one.
 * @param ask sends the request
 * @param shown the data of the query for an answer
 * @param isFirst whether it is not a further page
 */
async function readKnown<Answer>(
  { client, queryKey }: Asking,
  ask: (takes: Freshness) => Promise<{ data: Answer; note: AnswerNote }>,
  shown: (data: Answer) => unknown,
  isFirst = true,
): Promise<Answer> {
  const { queryKey: noteKey } = noteQuery(queryKey);
  const before = client.getQueryData(noteKey);
  const take = async (takes: Freshness) => {
    const { data, note } = await ask(takes);
    const leftOut = note.leftOut ?? (isFirst ? null : (before?.leftOut ?? null));
    client.setQueryData(noteKey, { ...note, leftOut });
    if (note.stale === null) return { data };
    client.setQueryData(queryKey, shown(data), { updatedAt: Date.parse(note.stale.readAt) });
    // It is the reason of a read that failed; what was said last is its data.
    if (note.stale.error !== null) throw note.stale.error;
    return null;
  };
  const isShown = client.getQueryData(queryKey) !== undefined;
  const isStale = (before?.stale ?? null) !== null;
  const early = isFirst && !isShown ? await take('at-once') : null;
  const now = early ?? (await take(isFirst && (isStale || !isShown) ? 'if-error' : 'live'));
  if (now === null) throw new Error('The Service was not asked, although that was wanted.');
  return now.data;
}

/** A read of an endpoint of the Service that shows what it said last if it fails; `useKnown` tells its age. */
export function knownQuery<R extends RouteShape>(route: R, input: InputOf<R> | null) {
  return queryOptions({
    queryKey: keyOf(route, input),
    queryFn:
      input === null
        ? skipToken
        : ({ signal, ...asking }): Promise<AnswerBy<R>> =>
            readKnown(
              asking,
              (takes) => callNoted(route, { ...plain(input), signal }, takes),
              (data) => data,
            ),
    meta: showsOf(route, input),
  });
}

type QueryOf<R extends RouteShape> = {
  readonly [N in keyof z.infer<R['query']>]?: z.infer<R['query']>[N] | undefined;
};

/**
 * A read of a list, page after page; one of the Service shows what it said last if it fails, as `knownQuery`.
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
    queryFn: ({ pageParam, signal, ...asking }): Promise<AnswerBy<R>> => {
      const { query: same, ...rest } = plain(input);
      const { query: page } = plain({ query: pageParam });
      const asked: AnyInput = { ...rest, query: { ...same, ...page }, signal };
      if (!isOfService(route.path)) return callWith(route, asked);
      return readKnown(
        asking,
        (takes) => callNoted(route, asked, takes),
        (data) => ({ pages: [data], pageParams: [pageParam] }),
        asked.query?.['continuationToken'] === undefined,
      );
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

/**
 * All rows of a list that is read in parts, for a file or for paper.
 * @param read the part from an offset on
 * @throws ApiError
 */
export async function readAll<Row>(
  read: (offset: number) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await read(all.length);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
