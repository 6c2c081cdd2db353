import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';
import { knownList } from '../../components/known.tsx';
import { mergeSessions, sessionPages } from './entities-queries.ts';
import { fleetEntity } from './use-known.ts';

/** Reads all sessions of an Entity in a period, newest first, one page after the other. */
export function useAllSessions(entityId: string, range: SessionRange) {
  const asked = sessionPages(entityId, range);
  const { pages, ...list } = useAllPages(useInfiniteQuery(asked));
  const rows = useMemo(() => (pages === undefined ? undefined : mergeSessions(pages)), [pages]);
  const known = knownList(list, rows, useNote(asked.queryKey));
  const { data } = useQuery(fleetEntity(entityId));
  const computedAt = instantMs(data?.sessionsComputedAt ?? null);
  const readAt = instantMs(list.asOf);
  return {
    ...known,
    /** Whether all sessions of the period were read. */
    complete: list.state === 'complete',
    /**
     * The start of the first provisional day, in milliseconds since the epoch.
     * @param openedMs decides until the sessions are read
     */
    provisionalFrom: (zone: string, openedMs: number) =>
      provisionalFromMs(zone, readAt ?? openedMs, computedAt),
  };
}
