import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Page } from '../../contract/paging.ts';
import { sessionSpan } from '../../domain/session-maths.ts';
import { callService } from './client.ts';

/** The start that stands for all time: the interface may require one. */
export const ALL_TIME_START = '2000-01-01T00:00:00Z';
/** Sessions asked for per page. */
const SESSION_PAGE_SIZE = 500;

/** A time frame of sessions: start inclusive, end exclusive; no end means up to now. */
export interface SessionRange {
  start: string;
  end: string | null;
}

/**
 * The token of the next page, or undefined at the end. A token that was used before ends the reading,
 * so that a service that repeats itself is not read for ever.
 */
export function nextToken(
  page: Page<unknown>,
  used: readonly (string | null)[],
): string | undefined {
  const token = page.meta?.continuationToken ?? null;
  return token === null || token === '' || used.includes(token) ? undefined : token;
}

/** Whether the reading stopped at a token that the Service had already given. */
export function endsInLoop(pages: readonly Page<unknown>[], used: readonly unknown[]): boolean {
  const token = pages.at(-1)?.meta?.continuationToken ?? null;
  return token !== null && token !== '' && used.includes(token);
}

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
    getNextPageParam: (last, _pages, _param, params) => nextToken(last, params),
    // Sessions are computed once a day, so reading all pages again at each focus would be waste.
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
}

function firstToken(): string | null {
  return null;
}

/**
 * All sessions of the pages, newest first; one that two pages both hold is there once, and those
 * without a start come last.
 */
export function mergeSessions(pages: readonly Page<ChargeSession>[]): ChargeSession[] {
  const byId = new Map<string, ChargeSession>();
  for (const page of pages) for (const session of page.data) byId.set(session.id, session);
  const keyed = [...byId.values()].map((session) => ({
    session,
    at: sessionSpan(session).startMs ?? Number.MIN_SAFE_INTEGER,
  }));
  return keyed.toSorted((a, b) => b.at - a.at).map(({ session }) => session);
}
