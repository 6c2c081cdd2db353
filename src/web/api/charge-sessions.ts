import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Page } from '../../contract/paging.ts';
import { sessionSpan } from '../../domain/session-maths.ts';
import type { SessionRange } from '../../domain/session-range.ts';
import { callService } from './service-client.ts';
import { firstToken, mergeRows, nextToken } from './paging.ts';

/** Sessions asked for per page. */
const SESSION_PAGE_SIZE = 500;

/** The Charge Sessions of an Entity in a time frame, page after page. */
export function chargeSessionsQuery(entityId: string, range: SessionRange) {
  return infiniteQueryOptions({
    queryKey: ['charge-sessions', entityId, range.start, range.end] as const,
    queryFn: ({ pageParam, signal }) =>
      callService('listChargeSessions', {
        params: { entityId },
        query: {
          start: range.start,
          end: range.end ?? undefined,
          pageSize: SESSION_PAGE_SIZE,
          continuationToken: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: firstToken(),
    getNextPageParam: (last, pages, _param, params) => nextToken(last, pages, params),
    // Sessions are computed once a day, so reading all pages again on every focus would be wasteful.
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
}

/**
 * All sessions of the pages, newest first, each once even if two pages hold it; those without a start come
 * last.
 */
export function mergeSessions(pages: readonly Page<ChargeSession>[]): ChargeSession[] {
  const keyed = mergeRows(pages).map((session) => ({
    session,
    at: sessionSpan(session).startMs ?? Number.MIN_SAFE_INTEGER,
  }));
  return keyed.toSorted((a, b) => b.at - a.at).map(({ session }) => session);
}
