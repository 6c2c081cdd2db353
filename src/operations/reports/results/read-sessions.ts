import type { Kysely } from 'kysely';
import type {
  ReportSessionFilter,
  ReportSessionPage,
} from '../../../contract/console/report-result.ts';
import { invalid } from '../../../http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { querySessions, type SessionPlaceInRun } from './session-query.ts';

/** The cursor after a session. */
function cursorAfter({ entityNo, sessionNo }: SessionPlaceInRun): string {
  return `${entityNo}-${sessionNo}`;
}

/** Parses a cursor. @throws Failure 400 if it is invalid */
function placeOf(cursor: string): SessionPlaceInRun {
  const [, entityNo, sessionNo] = /^(\d{1,9})-(\d{1,9})$/.exec(cursor) ?? [];
  if (entityNo === undefined) throw invalid('cursor', 'This cursor is not from this console.');
  return { entityNo: Number(entityNo), sessionNo: Number(sessionNo) };
}

/**
 * A page of the sessions of a run, filtered by group or finding.
 * @param cursor of the previous page; null: the first page
 * @param limit rows of a page
 * @throws Failure 400 for an invalid cursor
 */
export async function readSessions(
  db: Kysely<Store>,
  runNo: number,
  filter: ReportSessionFilter,
  cursor: string | null,
  limit: number,
): Promise<ReportSessionPage> {
  const after = cursor === null ? null : placeOf(cursor);
  const rows = await querySessions(db, runNo, filter, after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    sessions: shown.map(({ session }) => session),
    cursor: last === undefined ? null : cursorAfter(last.place),
  };
}

/** Batch size when all sessions are read. */
const CHUNK = 500;

/** All sessions of a run in the order of its Entities, a few hundred in memory at a time. */
export async function* allSessions(db: Kysely<Store>, runNo: number) {
  let after: SessionPlaceInRun | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof querySessions>> = await querySessions(
      db,
      runNo,
      {},
      after,
      CHUNK,
    );
    for (const { session } of rows) yield session;
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    after = last.place;
  }
}
