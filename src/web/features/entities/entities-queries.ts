import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Page } from '../../../contract/paging.ts';
import { DAY_MS, instantMs, isoInstant } from '../../../domain/instant.ts';
import { sessionSpan } from '../../../domain/session-maths.ts';
import { chosenRange, type ChosenRange } from '../../../domain/session-period.ts';
import { ALL_TIME_START, type SessionRange } from '../../../domain/session-range.ts';
import { mergeRows, servicePages } from '../../api/service-pages.ts';
import type { EntitySearch } from './entity-search.ts';

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
