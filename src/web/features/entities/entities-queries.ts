import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Command } from '../../../contract/command.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Page } from '../../../contract/paging.ts';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { DAY_MS, instantMs, isoInstant } from '../../../domain/instant.ts';
import { kwhPerUnit } from '../../../domain/reports/energy-unit.ts';
import { findingsOfEntity, isDoubtful } from '../../../domain/session-findings.ts';
import { sessionSpan } from '../../../domain/session-maths.ts';
import { chosenRange, type ChosenRange } from '../../../domain/session-period.ts';
import { ALL_TIME_START, type SessionRange } from '../../../domain/session-range.ts';
import { knownQuery, query } from '../../api/query.ts';
import { mergeRows, servicePages } from '../../api/service-pages.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';
import { knownAnswer, knownList } from '../../components/known.tsx';
import type { EntitySearch } from './entity-search.ts';

/** What the console's store has of an Entity beside the lists of the Service. */
export const fleetEntity = (id: string) =>
  query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id } });

export const featuresOf = (entityId: string) =>
  knownQuery(ENDPOINTS.listFeatures, { params: { entityId } });

/** The features of an Entity. */
export function useFeatures(entityId: string) {
  const asked = featuresOf(entityId);
  return knownAnswer(useQuery(asked), useNote(asked.queryKey));
}

export const capacityOf = (entityId: string) =>
  knownQuery(ENDPOINTS.getBatteryCapacity, { params: { entityId } });

/** The battery capacity of an Entity. @param isAsked whether the Service is asked */
export function useCapacity(entityId: string, isAsked = true) {
  const asked = capacityOf(entityId);
  return knownAnswer(useQuery({ ...asked, enabled: isAsked }), useNote(asked.queryKey));
}

/** The places of an Entity, page after page. */
export const locationPages = (entityId: string) =>
  servicePages(ENDPOINTS.listLocations, { params: { entityId }, query: { pageSize: 200 } });

/** The places of an Entity, all pages. */
export function usePlaces(entityId: string) {
  const asked = locationPages(entityId);
  const { pages, ...list } = useAllPages(useInfiniteQuery(asked));
  const rows = useMemo(() => (pages === undefined ? undefined : mergeRows(pages)), [pages]);
  return knownList(list, rows, useNote(asked.queryKey));
}

/**
 * The period of trigger times in a page's search. A start is always sent: the interface may require one.
 * @param nowMs when the page was opened
 */
export function chosenFrame(
  { commands = 'around', commandsFrom: from, commandsTo: to }: EntitySearch,
  zone: string,
  nowMs: number,
): ChosenRange {
  if (commands === 'custom') return chosenRange({ range: 'custom', from, to }, zone, nowMs);
  if (commands === 'all') return { range: { start: ALL_TIME_START, end: null }, problem: null };
  // What is sent from now on is part of the last days.
  const [back, ahead] = DAYS_AROUND[commands];
  const start = isoInstant(nowMs - back * DAY_MS);
  const end = ahead === null ? null : isoInstant(nowMs + ahead * DAY_MS);
  return { range: { start, end }, problem: null };
}

/** Days back and ahead; null: without an end. */
const DAYS_AROUND = {
  around: [30, 30],
  '24h': [1, 1],
  '7d': [7, 1],
  ahead: [0, null],
} as const;

/** The Commands of an Entity with a trigger time in a frame, as the Service lists them, page after page. */
export const commandPages = (entityId: string, { start, end }: SessionRange) => ({
  ...servicePages(ENDPOINTS.listCommands, {
    params: { entityId },
    query: { start, end: end ?? undefined, pageSize: 100 },
  }),
  refetchOnWindowFocus: false,
});

/** The rows of all pages, the latest first and those without a time last, each once even if two pages hold it. */
function latestFirst<Row extends { id: string }>(
  pages: readonly Page<Row>[],
  atOf: (row: Row) => number | null,
): Row[] {
  const keyed = mergeRows(pages).map((row) => ({ row, at: atOf(row) ?? Number.MIN_SAFE_INTEGER }));
  return keyed.toSorted((a, b) => b.at - a.at).map(({ row }) => row);
}

/** All Commands of the pages by trigger time, newest first. */
export const mergeCommands = (pages: readonly Page<Command>[]) =>
  latestFirst(pages, ({ triggerTime }) => instantMs(triggerTime));

/** The Charge Sessions of an Entity in a time frame, page after page. */
export const sessionPages = (entityId: string, { start, end }: SessionRange) => ({
  ...servicePages(ENDPOINTS.listChargeSessions, {
    params: { entityId },
    query: { start, end: end ?? undefined, pageSize: 500 },
  }),
  // Sessions are computed once a day, so reading all pages again on every focus would be wasteful.
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
});

/** All sessions of the pages, newest first; those without a start come last. */
export const mergeSessions = (pages: readonly Page<ChargeSession>[]) =>
  latestFirst(pages, (session) => sessionSpan(session).startMs);

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
