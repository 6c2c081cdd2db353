import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReportBefore } from '../../../contract/console/report-before.ts';
import type { ReportSums } from '../../../contract/console/report-result.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lastComputed } from '../../fleet/energy/last-computed.ts';
import { inChunks, type ChunkedWork } from '../../fleet/in-chunks.ts';
import { prepareSessions, type RunRules } from '../runs/prepare-sessions.ts';
import { relatedPeriod } from '../runs/relate.ts';
import { provisionalFromOf } from '../runs/run-progress.ts';
import { rulesOf, timesOf } from '../runs/runs.ts';
import {
  countStoredSessions,
  readStoredSessions,
  type StoredPage,
  type StoredTime,
} from '../runs/stored-sessions.ts';
import { adapt, firstPace } from '../runs/take-over.ts';
import { addSession, addTotals, shownTotals, type Totals } from './add-totals.ts';

/** Above this many sessions, nothing is added up beside a report: a run of that period computes them instead. */
export const SESSIONS_MOST = 200_000;
/** Sessions that are added before others have their turn. */
const AT_ONCE = 100;

/** Dependencies of the sums. */
export interface SumBeforeParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'elapsed' | 'now'>;
  /** Maximum number of sessions. */
  most: number;
}

/** What is known of a run's Entities in the period before. */
interface Known {
  ids: string[];
  sessions: number;
  unread: number;
  late: number;
  lateFrom: number;
  oldestReadAt: number;
}

interface Work {
  parts: SumBeforeParts;
  chunks: ChunkedWork;
  run: Pick<ReportRunRow, 'run_no' | 'end_ms'> & StoredTime;
}

/** Checks the next Entities. @returns whether more are left that are worth checking */
async function lookAt(
  { parts: { db, most }, run }: Work,
  known: Known,
  after: { no: number },
  size: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom('report_entities as e')
    .leftJoin('fleet_reads as f', (join) =>
      join.onRef('f.entity_id', '=', 'e.entity_id').on('f.resource', '=', 'sessions'),
    )
    .where('e.run_no', '=', run.run_no)
    .where('e.entity_no', '>', after.no)
    .orderBy('e.entity_no')
    .limit(size)
    .select(['e.entity_no', 'e.entity_id', 'f.read_at', 'f.known_from'])
    .execute();
  const ids: string[] = [];
  for (const { entity_no: no, entity_id: id, read_at: readAt, known_from: knownFrom } of rows) {
    after.no = no;
    if (readAt === null || readAt < run.end_ms || knownFrom === null) {
      known.unread += 1;
    } else if (knownFrom > run.read_from) {
      known.late += 1;
      known.lateFrom = Math.max(known.lateFrom, knownFrom);
    } else {
      known.oldestReadAt = Math.min(known.oldestReadAt, readAt);
      ids.push(id);
    }
  }
  // If something is missing, nothing is added up; only the rest of the missing data is counted.
  const isWhole = known.unread === 0 && known.late === 0;
  if (isWhole && ids.length > 0) {
    known.sessions += await countStoredSessions(db, run, ids);
    known.ids.push(...ids);
  }
  return rows.length === size && known.sessions <= most;
}

async function readAtOf({ parts: { db } }: Work, entityId: string): Promise<number | null> {
  const read = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', entityId)
    .where('resource', '=', 'sessions')
    .select('read_at')
    .executeTakeFirst();
  return read?.read_at ?? null;
}

async function addPage(totals: Totals, { sessions }: StoredPage, rules: RunRules): Promise<void> {
  const unchecked = { type: null, capacityKwh: null, isWhole: false };
  const prepared = await prepareSessions(sessions, rules, unchecked);
  for (const [at, one] of prepared.entries()) {
    addSession(totals, one);
    if (at % AT_ONCE === AT_ONCE - 1) await turn();
  }
}

/** Adds up the sessions of an Entity with several pages; starts over if it changes meanwhile. */
async function addPaged(work: Work, first: StoredPage, rules: RunRules): Promise<Totals> {
  const { entityId } = first;
  for (;;) {
    const totals: Totals = new Map();
    const readAt = await readAtOf(work, entityId);
    let after: string | null = null;
    do {
      work.chunks.signal.throwIfAborted();
      const [page] = await readStoredSessions(work.parts.db, work.run, {
        entityIds: [entityId],
        after,
      });
      if (page === undefined) break;
      await addPage(totals, page, rules);
      after = page.next;
      await work.chunks.giveWay();
    } while (after !== null);
    if ((await readAtOf(work, entityId)) === readAt) return totals;
  }
}

async function addUp(work: Work, ids: readonly string[], rules: RunRules): Promise<ReportSums[]> {
  const totals: Totals = new Map();
  const pace = firstPace();
  let left = ids;
  while (left.length > 0) {
    work.chunks.signal.throwIfAborted();
    const entityIds = left.slice(0, pace.entities);
    const pages = await readStoredSessions(work.parts.db, work.run, { entityIds, after: null });
    adapt(pace, pages);
    for (const page of pages) {
      if (page.next === null) await addPage(totals, page, rules);
      else addTotals(totals, await addPaged(work, page, rules));
    }
    // Not a prefix: if a page was cut off, the Entities with the smallest ids were read.
    const taken = new Set(pages.map(({ entityId }) => entityId));
    left = [...entityIds.filter((id) => !taken.has(id)), ...left.slice(entityIds.length)];
    await turn();
    await work.chunks.giveWay();
  }
  return shownTotals(totals);
}

/** The dates of the period before a run. */
export function datesBefore(run: ReportRunRow): Pick<ReportBefore, 'from' | 'to'> {
  const { from, to } = relatedPeriod(run, 'previous');
  return { from, to };
}

/**
 * Adds up the Entities of a run in the period before, from the sessions of the fleet store: like a run of that
 * period, but without its rows. The Service is not asked.
 * @param chunks stops the computation, and yields to others
 */
export async function sumBefore(
  parts: SumBeforeParts,
  own: ReportRunRow,
  chunks: ChunkedWork,
): Promise<Exclude<ReportBefore, { state: 'adding' }>> {
  const { from, to, ...span } = relatedPeriod(own, 'previous');
  const run = { ...own, ...timesOf(span) };
  const work: Work = { parts, chunks, run };
  const known: Known = {
    ids: [],
    sessions: 0,
    unread: 0,
    late: 0,
    lateFrom: -Infinity,
    oldestReadAt: Infinity,
  };
  const after = { no: 0 };
  await inChunks(parts.clock, chunks, (size) => lookAt(work, known, after, size));
  const { unread, late, lateFrom, oldestReadAt } = known;
  if (unread > 0 || late > 0) {
    const knownLate = late === 0 ? null : { entities: late, from: isoInstant(lateFrom) };
    return { state: 'unknown', from, to, entitiesUnread: unread, knownLate };
  }
  if (known.sessions > parts.most) return { state: 'too-many', from, to, most: parts.most };
  const read = Number.isFinite(oldestReadAt) ? isoInstant(oldestReadAt) : null;
  const now = parts.clock.now();
  const computedAt = await lastComputed(parts.db, now);
  const provisionalFrom = provisionalFromOf(
    { ...run, created_at: now },
    { oldestReadAt: read, computedAt },
  );
  const totals = await addUp(work, known.ids, rulesOf(run));
  return { state: 'known', from, to, totals, provisionalFrom };
}
