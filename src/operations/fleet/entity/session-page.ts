import type { Kysely } from 'kysely';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { CollectiveSession } from '../../../contract/console/fleet-entity.ts';
import type { Span } from '../../../domain/instant.ts';
import { dateOfDay } from '../../../domain/reports/zone-calendar.ts';
import { startOfDateMs } from '../../../domain/time.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { NamedEntity } from './collective-members.ts';
import { sessionsOf } from './session-sums.ts';

/** Up to so many Entities are named in the statement; with more, the query reads all sessions of the days. */
const NAMED_MAX = 500;

/** A page of sessions. */
interface Page {
  zone: string;
  span: Span;
  offset: number;
  limit: number;
}

/**
 * The days of a page, newest first, and the number of sessions of them before it, so that only the sessions of
 * these days are sorted, not those of the whole period.
 */
function daysOfPage({ zone, span, offset, limit }: Page, sessions: ReadonlyMap<number, number>) {
  let skipped = 0;
  let held = 0;
  let first: number | null = null;
  let last = 0;
  for (const [day, count] of [...sessions].toSorted(([a], [b]) => b - a)) {
    if (first === null && skipped + count <= offset) {
      skipped += count;
      continue;
    }
    first ??= day;
    last = day;
    held += count;
    if (held >= offset - skipped + limit) break;
  }
  if (first === null) return null;
  return {
    startMs: Math.max(span.startMs, startOfDateMs(zone, dateOfDay(last))),
    endMs: Math.min(span.endMs, startOfDateMs(zone, dateOfDay(first + 1))),
    skip: offset - skipped,
  };
}

/**
 * A page of the sessions of a Collective, newest first.
 * @param sessions how many started on each day of the zone
 */
export async function sessionRows(
  db: Kysely<Store>,
  collective: { id: string; members: ReadonlyMap<string, NamedEntity> },
  page: Page,
  sessions: ReadonlyMap<number, number>,
): Promise<CollectiveSession[]> {
  const days = daysOfPage(page, sessions);
  if (days === null) return [];
  const { members } = collective;
  const rows = await (
    members.size <= NAMED_MAX
      ? sessionsOf(db, [...members.keys()], days)
      : // By day: looking up each of so many Entities would take longer.
        db
          .selectFrom('fleet_sessions')
          .crossJoin('memberships')
          .where('current', '=', 1)
          .where('start_ms', '>=', days.startMs)
          .where('start_ms', '<', days.endMs)
          .where('memberships.collective_id', '=', collective.id)
          .whereRef('memberships.entity_id', '=', 'fleet_sessions.entity_id')
          .innerJoin('entities', 'entities.id', 'memberships.entity_id')
          .where('entities.archived', '=', 0)
  )
    .orderBy('start_ms', 'desc')
    .orderBy('fleet_sessions.entity_id')
    .orderBy('fleet_sessions.id')
    .limit(page.limit)
    .offset(days.skip)
    .select(['fleet_sessions.entity_id', 'content'])
    .execute();
  return rows.map((row) => ({
    ...(members.get(row.entity_id) ?? { id: row.entity_id, name: null, type: null }),
    session: fromJson(ChargeSession, row.content),
  }));
}
