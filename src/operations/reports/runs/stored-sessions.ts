import { sql, type Kysely, type RawBuilder } from 'kysely';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { z } from '../../../contract/zod.ts';
import { fromJson } from '../../../store/json.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Maximum sessions of a page. */
export const PAGE_SESSIONS = 500;
/**
 * Sessions that ended longer before the period are left out: no rule and no zone puts them into it.
 * Older runs read as much, so both can be compared.
 */
const BEFORE_MS = 7 * 86_400_000;

/** A charge session of the fleet store. */
export interface StoredSession {
  session: ChargeSession;
  /** Hash of its canonical JSON. */
  hash: string;
  /** How many more times the Service lists it, and whether with different content. */
  again: number;
  differs: boolean;
}

/** Sessions of an Entity, in the order of their starts; those without one come last. */
export interface StoredPage {
  entityId: string;
  sessions: StoredSession[];
  /** Where the next page begins; null: these are the last. */
  next: string | null;
}

/** The request: sessions of Entities that touch a period. */
export interface StoredAsk {
  entityIds: readonly string[];
  /** `next` of the previous page of one Entity; null: from the first. */
  after: string | null;
}

const Place = z.tuple([z.number().nullable(), z.string()]);

interface Row {
  entity_id: string;
  id: string;
  start_ms: number | null;
  content: string;
  hash: string;
  listed_again: number;
  listed_differs: number;
}

function beyond(after: string | null): RawBuilder<unknown> {
  if (after === null) return sql``;
  const [startMs, id] = fromJson(Place, after);
  return startMs === null
    ? sql`and start_ms is null and id > ${id}`
    : sql`and (start_ms is null or start_ms > ${startMs} or (start_ms = ${startMs} and id > ${id}))`;
}

/** The columns of a run that decide which sessions touch its period. */
export type StoredTime = Pick<ReportRunRow, 'start_ms' | 'read_from' | 'read_to'>;

/** The newest versions of sessions of Entities that touch the period of a run. */
function fromTouching(run: StoredTime, entityIds: readonly string[]): RawBuilder<unknown> {
  const from = Math.max(run.read_from, run.start_ms - BEFORE_MS);
  const to = run.read_to;
  // One that ends before it starts touches the period by either time; one without a time may touch it.
  // The sign keeps SQLite off the index over the sessions of all Entities.
  return sql`from fleet_sessions
    where entity_id in (${sql.join([...entityIds])}) and +current = 1
      and (start_ms is null or start_ms < ${to} or end_ms < ${to})
      and (end_ms is null or end_ms >= ${from} or start_ms >= ${from})`;
}

function rowsOf(
  db: Kysely<Store>,
  run: StoredTime,
  { entityIds, after }: StoredAsk,
): Promise<{ rows: Row[] }> {
  return sql<Row>`select entity_id, id, start_ms, content, hash, listed_again, listed_differs
    ${fromTouching(run, entityIds)} ${beyond(after)}
    order by entity_id, start_ms is null, start_ms, id limit ${PAGE_SESSIONS + 1}`.execute(db);
}

/** Number of sessions that `readStoredSessions` finds. */
export async function countStoredSessions(
  db: Kysely<Store>,
  run: StoredTime,
  entityIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{
    sessions: number | string;
  }>`select count(*) as sessions ${fromTouching(run, entityIds)}`.execute(db);
  return Number(rows[0]?.sessions ?? 0);
}

/**
 * Reads the newest versions of listed sessions that touch the period of a run, including those without times. At most
 * one page in total: Entities that do not fit are left out.
 * @returns a page for each Entity that was read, even without sessions; at least one
 * @throws ZodError for content that is not a charge session
 */
export async function readStoredSessions(
  db: Kysely<Store>,
  run: StoredTime,
  ask: StoredAsk,
): Promise<StoredPage[]> {
  const { rows } = await rowsOf(db, run, ask);
  const isCut = rows.length > PAGE_SESSIONS;
  const last = rows.at(-1)?.entity_id ?? '';
  const isOne = rows[0]?.entity_id === last;
  const taken = isCut ? rows.slice(0, PAGE_SESSIONS) : rows;
  const end = taken.at(-1);
  const next =
    isCut && isOne && end !== undefined
      ? JSON.stringify([end.start_ms, end.id] satisfies z.input<typeof Place>)
      : null;
  const pages = new Map<string, StoredPage>();
  for (const entityId of ask.entityIds) {
    // If rows were cut off, Entities before the last one are whole; a single one gets its first page.
    const isIn = !isCut || (isOne ? entityId === last : entityId < last);
    if (isIn) pages.set(entityId, { entityId, sessions: [], next });
  }
  for (const { entity_id: entityId, content, hash, listed_again, listed_differs } of taken) {
    const listed = { again: listed_again, differs: listed_differs === 1 };
    const session = fromJson(ChargeSession, content);
    pages.get(entityId)?.sessions.push({ session, hash, ...listed });
  }
  return [...pages.values()];
}
