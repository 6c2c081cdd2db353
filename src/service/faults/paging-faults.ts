import type { FastifyRequest } from 'fastify';
import { z } from '../../contract/zod.ts';
import type { FaultRule } from './rules.ts';

/** Marks the tokens of an endless list; the service itself accepts none of them. */
const AGAIN = /^again-(\d+)$/;

const Query = z.looseObject({ continuationToken: z.string() });

/** The continuation token of a request, or null. */
export function tokenOf(query: unknown): string | null {
  return Query.safeParse(query).data?.continuationToken ?? null;
}

/** The query with which a request is handled: some faults reset it to the first page. */
export function queryUnder(struck: readonly FaultRule[], query: unknown): unknown {
  const given = Query.safeParse(query);
  if (!given.success) return query;
  const { continuationToken, ...rest } = given.data;
  const isAgain = struck.some(
    ({ kind }) =>
      kind === 'duplicate-page' || (kind === 'endless-paging' && AGAIN.test(continuationToken)),
  );
  return isAgain ? rest : query;
}

const Page = z.looseObject({
  data: z.array(z.unknown()),
  meta: z.looseObject({ continuationToken: z.string().nullable() }),
});

/** A page that always has a next one, each with a new token. Anything but a page is unchanged. */
export function endlessPage(body: unknown, request: FastifyRequest): unknown {
  const page = Page.safeParse(body);
  if (!page.success) return body;
  const round = AGAIN.exec(tokenOf(request.query) ?? '')?.[1];
  const isLast = page.data.meta.continuationToken === null;
  if (round === undefined && !isLast) return body;
  const continuationToken = `again-${Number(round ?? 0) + 1}`;
  const next = new URL(request.url, `${request.protocol}://${request.host}`);
  next.searchParams.set('continuationToken', continuationToken);
  return {
    ...page.data,
    links: { next: next.href },
    meta: { ...page.data.meta, continuationToken },
  };
}
