import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Page } from '../../../contract/paging.ts';
import { instantMs } from '../../../domain/instant.ts';
import { sessionSpan } from '../../../domain/session-maths.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { mergeRows, servicePages } from '../../api/service-pages.ts';

/** A time frame of trigger times: start inclusive, end exclusive; without an end it is open. */
export interface CommandFrame {
  start: string;
  end: string | null;
}

/** The Commands of an Entity with a trigger time in a frame, as the Service lists them, page after page. */
export const commandPages = (entityId: string, { start, end }: CommandFrame) => ({
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
