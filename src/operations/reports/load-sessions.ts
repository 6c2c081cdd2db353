import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MARGIN_MS } from '../../domain/reports/compute-report.ts';
import {
  byStart,
  factsOf,
  type SessionFacts,
  type ToldSession,
} from '../../domain/reports/session-facts.ts';
import { Dictionary, SessionColumns } from '../../domain/reports/session-columns.ts';
import { zoneAt } from '../../domain/reports/site-zone.ts';
import type { Span } from '../../domain/instant.ts';
import { trusted } from '../../lib/trusted.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Sessions that are read at once: in between, the work can be stopped. */
const PORTION = 2000;

/** Sessions of some Entities that may have to do with a period, and what they were read from. */
export interface SessionSet {
  entityIds: readonly string[];
  period: Span;
  /** The stamp of each Entity: while it is the same, so are its stored sessions. */
  stamps: readonly string[];
  columns: SessionColumns;
  /** The rows of an Entity: from this one to before that of the next. */
  firstRow: readonly number[];
}

/** Progress of work, and its end by somebody else. */
export interface Watch {
  signal: AbortSignal;
  /** @param done of `of` sessions */
  progress: (done: number, of: number) => void;
}

/** Sessions of an Entity in one row: each row takes longer to read than what is in it. */
interface Row {
  entity_id: string;
  /** What reports count of each, or the whole of one that was stored before these were, after commas. */
  told: string;
  /** The ids of those that are listed twice, with different content, after commas. */
  differing: string | null;
}

/** Sessions that touch a period, as in `computeReport`. */
function touching({ startMs, endMs }: Span): RawBuilder<unknown> {
  const [from, to] = [startMs - MARGIN_MS.before, endMs + MARGIN_MS.after];
  // The sign keeps SQLite off the index over the sessions of all Entities.
  return sql`+current = 1
    and (start_ms is null or start_ms < ${to} or end_ms < ${to})
    and (end_ms is null or end_ms >= ${from} or start_ms >= ${from})`;
}

/** Numbers of sessions of Entities in the period; those without any are absent. */
export async function countSessions(
  db: Kysely<Store>,
  entityIds: readonly string[],
  period: Span,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const part of chunks(entityIds)) {
    const { rows } = await sql<{ entity_id: string; sessions: number | string }>`
      select entity_id, count(*) as sessions from fleet_sessions
      where entity_id in (${sql.join(part)}) and ${touching(period)} group by entity_id`.execute(
      db,
    );
    for (const row of rows) counts.set(row.entity_id, Number(row.sessions));
  }
  return counts;
}

/** Entities whose sessions are read together; one with many is alone. */
function* portions(entityIds: readonly string[], counts: ReadonlyMap<string, number>) {
  let ids: string[] = [];
  let sessions = 0;
  for (const id of entityIds) {
    const own = counts.get(id) ?? 0;
    if (own === 0) continue;
    if (ids.length > 0 && (sessions + own > PORTION || ids.length >= 500)) {
      yield ids;
      [ids, sessions] = [[], 0];
    }
    ids.push(id);
    sessions += own;
  }
  if (ids.length > 0) yield ids;
}

const AGGREGATES = sql`string_agg(coalesce(facts, content), ',') as told,
  string_agg(case when listed_differs = 1 then id end, ',') as differing`;

/** Sessions of Entities, a portion at a time; their order is that of `inOrder`. */
async function* rowsOf(db: Kysely<Store>, ids: readonly string[], period: Span, count: number) {
  if (count <= 2 * PORTION) {
    const { rows } = await sql<Row>`select entity_id, ${AGGREGATES} from fleet_sessions
      where entity_id in (${sql.join(ids)}) and ${touching(period)} group by entity_id`.execute(db);
    yield rows;
    return;
  }
  // One Entity with very many, by their ids; grouped, they would be sorted once more.
  for (let after: string | null = ''; after !== null;) {
    const { rows } = await sql<Row & { last: string | null }>`
      select min(entity_id) as entity_id, max(id) as last, ${AGGREGATES} from (
        select entity_id, id, listed_differs, facts, case when facts is null then content end
          as content from fleet_sessions
        where entity_id in (${sql.join(ids)}) and ${touching(period)} and id > ${after}
        order by id limit ${PORTION}) as portion`.execute(db);
    after = rows[0]?.last ?? null;
    if (after !== null) yield rows;
  }
}

/** The sessions of a row. */
function factsIn({ told }: Row): SessionFacts[] {
  // What the fleet store keeps was checked by the schema of a session when it was read.
  const read = trusted<(SessionFacts | ToldSession)[]>(JSON.parse(`[${told}]`));
  return read.map((one) => ('id' in one ? factsOf(one, zoneAt) : one));
}

/** They mostly are already. */
function inOrder(list: SessionFacts[]): SessionFacts[] {
  for (let at = 1; at < list.length; at += 1) {
    const [before, one] = [list[at - 1], list[at]];
    if (before && one && byStart(before, one) > 0) return list.toSorted(byStart);
  }
  return list;
}

/**
 * Reads sessions of Entities that may have to do with a period. Those of Entities that have not changed since are taken
 * from an earlier set of the same period.
 * @param counts of `countSessions`
 */
export async function loadSessions(
  db: Kysely<Store>,
  wanted: Pick<SessionSet, 'entityIds' | 'period' | 'stamps'>,
  counts: ReadonlyMap<string, number>,
  known: SessionSet | null,
  { signal, progress }: Watch,
): Promise<SessionSet> {
  const { entityIds, period, stamps } = wanted;
  const knownAt = new Map(known?.entityIds.map((id, at) => [id, at]));
  /** The rows of an Entity that are taken over; null: it is read. */
  const rowsOfKnown = entityIds.map((id, at) => {
    const before = knownAt.get(id);
    if (known === null || before === undefined || known.stamps[before] !== stamps[at]) return null;
    const first = known.firstRow[before] ?? 0;
    return { first, end: known.firstRow[before + 1] ?? first };
  });
  const sizes = entityIds.map((id, at) => {
    const taken = rowsOfKnown[at] ?? null;
    return taken === null ? (counts.get(id) ?? 0) : taken.end - taken.first;
  });
  const of = sizes.reduce((sum, size) => sum + size, 0);
  const columns = new SessionColumns(known?.columns.dictionary ?? new Dictionary(), of);
  const reading = portions(
    entityIds.filter((_, at) => rowsOfKnown[at] === null),
    counts,
  );
  const read = new Map<string, SessionFacts[]>();
  const differing = new Set<string>();
  const firstRow: number[] = [];
  for (const [at, id] of entityIds.entries()) {
    firstRow.push(columns.count);
    const taken = rowsOfKnown[at] ?? null;
    if (taken !== null && known !== null) {
      columns.append(known.columns, taken.first, taken.end, at);
      continue;
    }
    if (sizes[at] === 0) continue;
    if (!read.has(id)) {
      const ids = reading.next().value ?? [];
      const count = ids.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
      read.clear();
      differing.clear();
      for await (const rows of rowsOf(db, ids, period, count)) {
        for (const row of rows) {
          const own = read.get(row.entity_id) ?? [];
          read.set(row.entity_id, own);
          for (const facts of factsIn(row)) own.push(facts);
          for (const each of row.differing?.split(',') ?? [])
            differing.add(`${row.entity_id} ${each}`);
        }
        progress(Math.min(of, columns.count + PORTION), of);
        // Lets messages in.
        await turn();
        signal.throwIfAborted();
      }
    }
    for (const facts of inOrder(read.get(id) ?? [])) {
      columns.add(facts, at, differing.size > 0 && differing.has(`${id} ${facts[0]}`));
    }
  }
  firstRow.push(columns.count);
  return { ...wanted, columns, firstRow };
}
