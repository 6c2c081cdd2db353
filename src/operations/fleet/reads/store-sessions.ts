import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Span } from '../../../domain/instant.ts';
import { keysOf } from '../../../lib/objects.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetSessionRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { insertRows } from '../../../store/insert-rows.ts';
import { chargingEntity, renewSessionDays } from '../../../store/session-days.ts';
import { sessionRowOf } from '../session-row.ts';
import { holdRecord } from './read-records.ts';
import type { AnswerTimes, ReadSpan, ToldRow } from './told-rows.ts';

/** Creating so many rows holds the event loop for about two milliseconds; then others have their turn. */
const TURN_ROWS = 50;

const STORED = [
  'id',
  'version',
  'current',
  'hash',
  'start_ms',
  'end_ms',
  'created_ms',
  'seen_at',
  'asked_at',
  'listed_again',
  'listed_differs',
] as const;
type StoredSession = Pick<FleetSessionRow, (typeof STORED)[number]>;

/** The newest stored version of sessions: those with the ids, and with a span those within it. */
async function storedSessions(
  trx: Kysely<Store>,
  entityId: string,
  ids: readonly string[],
  span: ReadSpan | null,
): Promise<Map<string, StoredSession>> {
  const newest = new Map<string, StoredSession>();
  const of = trx
    .selectFrom('fleet_sessions')
    .where('entity_id', '=', entityId)
    .orderBy('version')
    .select(STORED);
  for (const part of chunks(ids)) {
    for (const row of await of.where('id', 'in', part).execute()) newest.set(row.id, row);
  }
  if (span === null) return newest;
  const inSpan = of
    .where('current', '=', 1)
    .where('start_ms', '>=', span.from)
    .where('start_ms', '<', span.to);
  for (const row of await inSpan.execute()) if (!newest.has(row.id)) newest.set(row.id, row);
  return newest;
}

/** Whether a list of a span must name a session, whichever of its times the Service uses. */
function mustBeListed(row: StoredSession, { from, to }: ReadSpan): boolean {
  const times = [row.start_ms, row.end_ms, row.created_ms ?? row.end_ms];
  return times.every((ms) => ms !== null && ms >= from && ms < to);
}

/** Whether the stored session was requested after this answer, which may be older then. */
function isNewer({ asked_at: at, seen_at: seenAt }: StoredSession, askedAt: number): boolean {
  return (at ?? seenAt) > askedAt;
}

/** Notes that a part returned the same sessions: a list that is being read was requested earlier, and may lack them. */
async function noteAsked(
  trx: Kysely<Store>,
  entityId: string,
  ids: readonly string[],
  askedAt: number,
) {
  for (const part of chunks(ids)) {
    await trx
      .updateTable('fleet_sessions')
      .where('entity_id', '=', entityId)
      .where('id', 'in', part)
      .where('current', '=', 1)
      .set({ asked_at: askedAt })
      .execute();
  }
}

/** Notes how often the Service lists a session whose content is unchanged. */
async function noteListed(trx: Kysely<Store>, entityId: string, rows: readonly FleetSessionRow[]) {
  for (const { id, version, listed_again, listed_differs } of rows) {
    await trx
      .updateTable('fleet_sessions')
      .where('entity_id', '=', entityId)
      .where('id', '=', id)
      .where('version', '=', version)
      .set({ listed_again, listed_differs })
      .execute();
  }
}

/** From the first start of sessions to their last end; null: none has a start. */
function spanOf(sessions: readonly Pick<StoredSession, 'start_ms' | 'end_ms'>[]): Span | null {
  let [startMs, endMs] = [Infinity, -Infinity];
  for (const { start_ms: start, end_ms: end } of sessions) {
    if (start === null) continue;
    startMs = Math.min(startMs, start);
    endMs = Math.max(endMs, start, end ?? start);
  }
  return startMs === Infinity ? null : { startMs, endMs };
}

/**
 * Stores sessions of an Entity. One with new content gets a new version, unless the stored one was requested
 * later.
 * @param span the sessions are all of this span; others within it are no longer listed. Null: a part
 * @returns whether no session was skipped in favour of one requested later
 */
export async function storeSessions(
  trx: Kysely<Store>,
  entityId: string,
  rows: readonly ToldRow<ChargeSession>[],
  span: ReadSpan | null,
  { askedAt, now }: AnswerTimes,
): Promise<boolean> {
  // Of two processes with sessions and history of one Entity the second counts those of the first too.
  await holdRecord(trx, entityId, 'sessions');
  const ids = rows.map(({ row }) => row.id);
  const stored = await storedSessions(trx, entityId, ids, span);
  const added: FleetSessionRow[] = [];
  const outdated: StoredSession[] = [];
  const relisted: FleetSessionRow[] = [];
  const same: string[] = [];
  let isAll = true;
  for (const [at, { row, told, again, differs }] of rows.entries()) {
    if (at % TURN_ROWS === TURN_ROWS - 1) await turn();
    const known = stored.get(row.id);
    stored.delete(row.id);
    const listed = { asked_at: askedAt, listed_again: again, listed_differs: Number(differs) };
    const made = { ...sessionRowOf(entityId, row, told, now), ...listed };
    if (known !== undefined && isNewer(known, askedAt)) {
      isAll &&= known.hash === made.hash && known.current === 1;
    } else if (known === undefined) added.push(made);
    else if (known.hash !== made.hash || known.current === 0) {
      outdated.push(known);
      added.push({ ...made, version: known.version + 1 });
    } else {
      same.push(row.id);
      if (known.listed_again === again && known.listed_differs === made.listed_differs) continue;
      // A part that lists it once does not show that the whole list does.
      if (span !== null || again > 0) relisted.push({ ...made, version: known.version });
    }
  }
  if (span === null && same.length > 0) await noteAsked(trx, entityId, same, askedAt);
  const missing =
    span === null ? [] : [...stored.values()].filter((row) => mustBeListed(row, span));
  const gone = missing.filter((row) => !isNewer(row, askedAt));
  const end = async (
    sessions: readonly StoredSession[],
    change: { gone_at: number | null; asked_at?: number },
  ) => {
    for (const part of chunks(sessions.map(({ id }) => id))) {
      await trx
        .updateTable('fleet_sessions')
        .where('entity_id', '=', entityId)
        .where('id', 'in', part)
        .where('current', '=', 1)
        .set({ current: 0, ...change })
        .execute();
    }
  };
  await end(outdated, { gone_at: null });
  await end(gone, { gone_at: now, asked_at: askedAt });
  await noteListed(trx, entityId, relisted);
  const [first] = added;
  if (first !== undefined) await insertRows(trx, 'fleet_sessions', keysOf(first), added);
  const changed = spanOf([...outdated, ...gone, ...added]);
  if (changed !== null) await renewSessionDays(trx, await chargingEntity(trx, entityId), changed);
  return isAll && gone.length === missing.length;
}
