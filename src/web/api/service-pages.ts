import type { RouteShape } from '../../contract/route.ts';
import type { Page } from '../../contract/paging.ts';
import type { z } from '../../contract/zod.ts';
import { trusted } from '../../lib/trusted.ts';
import type { InputOf } from './client.ts';
import { pages } from './query.ts';

/** A row of a list of the interface; types that can be onboarded are known by their name. */
export type Row = { id: string } | { type: string };

function tokenAsked(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null && 'continuationToken' in asked
    ? asked.continuationToken
    : undefined;
}

const keyOf = (row: Row): string => ('id' in row ? row.id : row.type);

function tokenOf(page: Page<unknown> | undefined): string | null {
  const token = page?.meta?.continuationToken ?? null;
  return token === '' ? null : token;
}

/** Whether reading stopped because the Service repeated itself: a token used before, or no new row. */
export function endsInLoop(read: readonly Page<Row>[], asked: readonly unknown[]): boolean {
  const token = tokenOf(read.at(-1));
  if (token === null) return false;
  if (asked.some((each) => tokenAsked(each) === token)) return true;
  const last = read.at(-1)?.data ?? [];
  if (read.length < 2 || last.length === 0) return false;
  const before = new Set(read.slice(0, -1).flatMap(({ data }) => data.map(keyOf)));
  return last.every((row) => before.has(keyOf(row)));
}

/** The rows of all pages in order, each once, as last read. */
export function mergeRows<R extends Row>(read: readonly Page<R>[]): R[] {
  return [...new Map(read.flatMap(({ data }) => data.map((row) => [keyOf(row), row]))).values()];
}

/**
 * A list of the interface, page after page; a Service that repeats itself is not read forever.
 * @param input with the page size in its query
 */
export function servicePages<R extends RouteShape & { answer: z.ZodType<Page<Row>> }>(
  endpoint: R,
  input: InputOf<R>,
) {
  return pages(endpoint, input, (read, asked) => {
    // The endpoint's answers are pages, and its queries have a token.
    const all = trusted<readonly Page<Row>[]>(read);
    const token = tokenOf(all.at(-1));
    if (token === null || endsInLoop(all, asked)) return null;
    return trusted<(typeof asked)[number]>({ continuationToken: token });
  });
}
