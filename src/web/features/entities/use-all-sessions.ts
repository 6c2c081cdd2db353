import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { chargeSessionsQuery, mergeSessions } from '../../api/charge-sessions.ts';
import { useAllPages, type AllPages } from '../../api/use-all-pages.ts';

/** The sessions of a period, as far as they have been read. */
export interface AllSessions extends Omit<AllPages<ChargeSession>, 'pages'> {
  /** Newest first; undefined before the first page. */
  sessions: readonly ChargeSession[] | undefined;
}

/** Reads all pages of an Entity's sessions in a period, one after the other. */
export function useAllSessions(entityId: string, range: SessionRange): AllSessions {
  const { pages, ...reading } = useAllPages(useInfiniteQuery(chargeSessionsQuery(entityId, range)));
  const sessions = useMemo(() => (pages === undefined ? undefined : mergeSessions(pages)), [pages]);
  return { ...reading, sessions };
}
