import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { query } from '../../api/query.ts';
import { useAllPages, type AllPages } from '../../api/use-all-pages.ts';
import type { StoredAge } from '../../components/stored-read.tsx';
import { mergeSessions, sessionPages } from './entities-queries.ts';
import { storedSessions } from './stored-sessions.ts';
import { useStored } from './use-stored.ts';

/** The sessions of a period read so far. */
export interface AllSessions extends Omit<AllPages<ChargeSession>, 'pages'> {
  /** Newest first; undefined while nothing is known. */
  sessions: readonly ChargeSession[] | undefined;
  /** Their age while they come from the console's store; null: the Service has answered. */
  stored: (StoredAge & { whole: boolean }) | null;
  /**
   * The start of the first provisional day, in milliseconds since the epoch.
   * @param openedMs decides until the sessions are read
   */
  provisionalFrom: (zone: string, openedMs: number) => number;
}

/**
 * Reads all pages of an Entity's sessions in a period, one after the other. Before the first page, and if it
 * fails, returns the stored sessions.
 */
export function useAllSessions(entityId: string, range: SessionRange): AllSessions {
  const { pages, ...reading } = useAllPages(useInfiniteQuery(sessionPages(entityId, range)));
  const known = useStored(entityId, 'sessions');
  const { start, end } = range;
  const kept = useMemo(
    () => (known === null ? null : storedSessions(known.entity, { start, end })),
    [known, start, end],
  );
  const sessions = useMemo(
    () => (pages === undefined ? kept?.sessions : mergeSessions(pages)),
    [pages, kept],
  );
  const stored =
    pages === undefined && kept !== null && known !== null
      ? { ...known.read, whole: kept.whole }
      : null;
  const { data: entity } = useQuery(
    query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: entityId } }),
  );
  const computedAt = instantMs(entity?.sessionsComputedAt ?? null);
  const readAt = instantMs(stored === null ? reading.asOf : stored.readAt);
  const provisionalFrom = (zone: string, openedMs: number) =>
    provisionalFromMs(zone, readAt ?? openedMs, computedAt);
  return { ...reading, sessions, stored, provisionalFrom };
}
