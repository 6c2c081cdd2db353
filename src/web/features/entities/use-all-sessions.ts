import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { isoInstant } from '../../../domain/instant.ts';
import {
  chargeSessionsQuery,
  endsInLoop,
  mergeSessions,
  type SessionRange,
} from '../../api/charge-sessions.ts';

/** The sessions of a period, as far as they are read. */
export interface AllSessions {
  /** Newest first; undefined before the first page came. */
  sessions: readonly ChargeSession[] | undefined;
  /** `reading`: more pages follow; `complete`: all is there; `partial`: the reading stopped early. */
  state: 'reading' | 'complete' | 'partial';
  /** Why the reading stopped or the refresh failed, or null. */
  error: unknown;
  /** Whether the Service gave a page token twice, which ends the reading. */
  looped: boolean;
  asOf: string | null;
  fetching: boolean;
  /** Goes on after a failure. */
  resume: () => void;
  /** Reads the whole period again. */
  refresh: () => void;
}

/** Reads all pages of an Entity's sessions in a period, one after the other. */
export function useAllSessions(entityId: string, range: SessionRange): AllSessions {
  const query = useInfiniteQuery(chargeSessionsQuery(entityId, range));
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const goOn = hasNextPage && !isFetching && !isError;
  const pagesRead = data?.pages.length ?? 0;
  useEffect(() => {
    // A page may come so fast that no drawing lies between two of them: then only its count changes.
    if (goOn && pagesRead > 0) void fetchNextPage();
  }, [goOn, pagesRead, fetchNextPage]);

  const sessions = useMemo(
    () => (data === undefined ? undefined : mergeSessions(data.pages)),
    [data],
  );
  const looped = data !== undefined && endsInLoop(data.pages, data.pageParams);
  const stopped = looped || (hasNextPage && isError);
  return {
    sessions,
    state: stopped ? 'partial' : hasNextPage || data === undefined ? 'reading' : 'complete',
    error: query.error,
    looped,
    asOf: data === undefined ? null : isoInstant(query.dataUpdatedAt),
    fetching: isFetching,
    resume: () => void (hasNextPage ? fetchNextPage() : refetch()),
    refresh: () => void refetch(),
  };
}
