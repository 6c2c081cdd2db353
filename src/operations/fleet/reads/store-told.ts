import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Span } from '../../../domain/instant.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetSessionRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { insertRows } from '../../../store/insert-rows.ts';
import { chargingEntity, renewSessionDays } from '../../../store/session-days.ts';
import { storeCommands } from '../commands/store-commands.ts';
import { storeMembers } from '../members/member-store.ts';
import { writeOffboarding } from '../offboarding/offboarding-store.ts';
import { writePlaces } from '../places/place-store.ts';
import { sessionRowOf } from '../session-row.ts';
import { holdRecord } from './mark-read.ts';
import type { ReadSpan, Told } from './resources.ts';
import type { AnswerTimes, ToldRow } from './told-rows.ts';

/** The columns of a session's row. */
const SESSION_COLUMNS = [
  'entity_id',
  'id',
  'version',
  'current',
  'start_ms',
  'end_ms',
  'created_ms',
  'energy',
  'unit',
  'content',
  'facts',
  'hash',
  'seen_at',
  'gone_at',
  'asked_at',
  'listed_again',
  'listed_differs',
] as const;

/** Creating so many rows holds the event loop for about two milliseconds; then others have their turn. */
const TURN_ROWS = 50;

/** Hash of the data; the same data in another order of rows or fields is stored once more. */
export function hashOf(told: Told): string {
  return createHash('sha256')
    .update(JSON.stringify(hashed(told)))
    .digest('base64url');
}

function hashed(told: Told): unknown {
  if (!('rows' in told)) return told;
  const rows = told.rows.map((each) => each.told);
  const repeated = told.rows.flatMap(({ row, again, differs }) =>
    again > 0 ? [[row.id, again, differs]] : [],
  );
  return repeated.length === 0 ? rows : { rows, repeated };
}

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

/**
 * Notes that a part returned the same sessions while a list of them is being read: that was requested earlier,
 * and may lack them.
 */
async function noteAsked(
  trx: Kysely<Store>,
  entityId: string,
  ids: readonly string[],
  { askedAt, now }: AnswerTimes,
) {
  const reading = await trx
    .selectFrom('fleet_reads')
    .where('entity_id', '=', entityId)
    .where('resource', 'in', ['sessions', 'history'])
    .where('claimed_until', '>', now)
    .select('resource')
    .execute();
  if (reading.length === 0) return;
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
  times: AnswerTimes,
): Promise<boolean> {
  const { askedAt, now } = times;
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
  if (span === null && same.length > 0) await noteAsked(trx, entityId, same, times);
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
  await insertRows(trx, 'fleet_sessions', SESSION_COLUMNS, added);
  const changed = spanOf([...outdated, ...gone, ...added]);
  if (changed !== null) await renewSessionDays(trx, await chargingEntity(trx, entityId), changed);
  return isAll && gone.length === missing.length;
}

/**
 * Stores the last answer of a resource that is kept whole; Members only by `storeMembers`.
 * @param entityId empty for types
 * @param now milliseconds since the epoch
 */
export async function storeDocument(
  trx: Kysely<Store>,
  entityId: string,
  resource: 'features' | 'capacity' | 'types',
  content: unknown,
  now: number,
): Promise<void> {
  const row = { content: JSON.stringify(content), known_at: now };
  await trx
    .insertInto('fleet_documents')
    .values({ entity_id: entityId, resource, ...row })
    .onConflict((conflict) => conflict.columns(['entity_id', 'resource']).doUpdateSet(row))
    .execute();
}

/** Stores a read with unusable items: missing items may still exist. */
export async function storePart(
  trx: Kysely<Store>,
  entityId: string,
  told: Told,
  times: AnswerTimes,
): Promise<void> {
  const { now } = times;
  if (told.resource === 'locations') await writePlaces(trx, entityId, told.locations, false, now);
  else if (told.resource === 'sessions' || told.resource === 'history') {
    await storeSessions(trx, entityId, told.rows, null, times);
  } else if (told.resource === 'offboarding') {
    const rows = told.rows.map(({ row }) => row);
    await writeOffboarding(trx, rows, false, times);
  } else await storeTold(trx, entityId, told, times);
}

/** Stores a read. @returns whether no session was skipped in favour of one requested later */
export async function storeTold(
  trx: Kysely<Store>,
  entityId: string,
  told: Told,
  times: AnswerTimes,
): Promise<boolean> {
  const { now } = times;
  switch (told.resource) {
    case 'locations':
      await writePlaces(trx, entityId, told.locations, true, now);
      return true;
    case 'features':
    case 'capacity':
    case 'types':
      await storeDocument(trx, entityId, told.resource, told.content, now);
      return true;
    case 'commands':
      await storeCommands(
        trx,
        entityId,
        told.rows.map(({ row }) => row),
        times,
      );
      return true;
    case 'members':
      await storeMembers(trx, entityId, told.content, now);
      return true;
    case 'offboarding':
      await writeOffboarding(
        trx,
        told.rows.map(({ row }) => row),
        true,
        times,
      );
      return true;
    case 'sessions':
    case 'history':
      return storeSessions(trx, entityId, told.rows, told.span, times);
  }
}
