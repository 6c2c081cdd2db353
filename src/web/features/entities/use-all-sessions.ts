import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { knownList } from '../../components/known.tsx';
import { mergeSessions, sessionPages } from './entities-queries.ts';
import { storedSessions } from './stored-sessions.ts';
import { fleetEntity, useStored } from './use-known.ts';

/** Reads all sessions of an Entity in a period, newest first, one page after the other. */
export function useAllSessions(entityId: string, range: SessionRange) {
  const { pages, ...list } = useAllPages(useInfiniteQuery(sessionPages(entityId, range)));
  const stored = useStored(entityId, 'sessions', (entity) => entity);
  const entity = stored?.value;
  const { start, end } = range;
  const kept = useMemo(
    () => (entity === undefined ? null : storedSessions(entity, { start, end })),
    [entity, start, end],
  );
  const rows = useMemo(() => (pages === undefined ? undefined : mergeSessions(pages)), [pages]);
  const known = knownList(
    list,
    rows,
    kept === null || stored === null
      ? null
      : { value: kept.sessions, age: { ...stored.age, whole: kept.whole } },
    useLeftOut('listChargeSessions', { entityId }),
  );
  const { data } = useQuery(fleetEntity(entityId));
  const computedAt = instantMs(data?.sessionsComputedAt ?? null);
  const readAt = instantMs(known.stored === null ? list.asOf : known.stored.readAt);
  return {
    ...known,
    /** Whether all sessions of the period were read, or are stored. */
    complete: known.stored?.whole ?? list.state === 'complete',
    /**
     * The start of the first provisional day, in milliseconds since the epoch.
     * @param openedMs decides until the sessions are read
     */
    provisionalFrom: (zone: string, openedMs: number) =>
      provisionalFromMs(zone, readAt ?? openedMs, computedAt),
  };
}
