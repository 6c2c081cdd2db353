import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { instantMs } from '../../../domain/instant.ts';
import { kwhPerUnit } from '../../../domain/reports/energy-unit.ts';
import { findingsOfEntity, isDoubtful } from '../../../domain/session-findings.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { query } from '../../api/query.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';
import { knownList } from '../../components/known.tsx';
import { mergeSessions, sessionPages } from './entities-queries.ts';
import { fleetEntity, useCapacity } from './use-known.ts';

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

/**
 * What stands out in the sessions of an Entity, checked against its type and its known capacity.
 * @param nowMs later times are in the future, in milliseconds since the epoch
 * @returns findings by session, and the ids of those whose energy is in doubt
 */
export function useFindings(entityId: string, sessions: readonly ChargeSession[], nowMs: number) {
  const scale = kwhPerUnit(useCapacityUnit());
  const { data: record } = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }));
  const type = record?.entity.type ?? null;
  const capacity = useCapacity(entityId).value?.batteryCapacity ?? null;
  const capacityKwh =
    scale !== null && capacity !== null && capacity > 0
      ? (capacity * Number(scale.times)) / Number(scale.by)
      : null;
  return useMemo(() => {
    const known = { type, capacityKwh, nowMs };
    const exceptions = findingsOfEntity(sessions, known);
    const doubtful = new Set(
      [...exceptions].flatMap(([id, found]) => (isDoubtful(found) ? [id] : [])),
    );
    return { exceptions, doubtful };
  }, [sessions, type, capacityKwh, nowMs]);
}
