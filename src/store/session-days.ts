import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { ChargeSession } from '../contract/charge-session.ts';
import type { Span } from '../domain/instant.ts';
import { areDoubtful, SAME_MS } from '../domain/reports/session-checks.ts';
import { byStart, factsOf, type SessionFacts } from '../domain/reports/session-facts.ts';
import { zoneAt } from '../domain/reports/site-zone.ts';
import { zoneCalendar, type ZoneCalendar } from '../domain/reports/zone-calendar.ts';
import { sessionChecker } from '../domain/session-findings.ts';
import { insertRows } from './insert-rows.ts';
import { fromJson } from './json.ts';
import type { SessionDayRow } from './schema/fleet-schema.ts';
import type { Store } from './schema/schema.ts';

/** Sessions that are read at once; others have their turn in between. */
const TOGETHER = 100;
/** Longer than a day in any zone: sessions around the changed days are read too, for pairs. */
const AROUND_MS = 2 * 86_400_000;
/** Beyond this there are no dates; in milliseconds since the epoch. */
const LATEST_MS = 8.64e15;
/** The zone of an Entity without a valid place. */
const NO_SITE = 'UTC';

const COLUMNS = ['entity_id', 'day', 'unit', 'energy', 'sessions', 'counted', 'doubtful'] as const;

/** What the days of an Entity's sessions depend on. */
export interface ChargingEntity {
  id: string;
  /** IANA name. */
  zone: string;
  type: string | null;
}

/** The zone whose days an Entity's sessions are counted by: that of its first valid place. */
export function siteZone(places: readonly { latitude: number; longitude: number }[]): string {
  for (const { latitude, longitude } of places) {
    const zone = zoneAt(latitude, longitude);
    if (zone !== null) return zone;
  }
  return NO_SITE;
}

/** An Entity as it is stored; one that the directory does not have has no type. */
export async function chargingEntity(db: Kysely<Store>, id: string): Promise<ChargingEntity> {
  const entity = await db
    .selectFrom('entities')
    .where('id', '=', id)
    .select('type')
    .executeTakeFirst();
  const places = await db
    .selectFrom('places')
    .where('entity_id', '=', id)
    .orderBy('id')
    .select(['latitude', 'longitude'])
    .execute();
  return { id, type: entity?.type ?? null, zone: siteZone(places) };
}

const calendars = new Map<string, ZoneCalendar>();

function calendarOf(zone: string): ZoneCalendar {
  const calendar = calendars.get(zone) ?? zoneCalendar(zone);
  calendars.set(zone, calendar);
  return calendar;
}

/** The day of an instant at a site, in days since 1970-01-01. @param zone IANA name */
export const dayAt = (zone: string, ms: number): number => calendarOf(zone).placeOf(ms).day;

/** The sessions of an Entity that count, by their starts. */
function counted(db: Kysely<Store>, entityId: string) {
  return db.selectFrom('fleet_sessions').where('entity_id', '=', entityId).where('current', '=', 1);
}

/** What is checked of a stored session. */
const factsIn = (content: string): SessionFacts =>
  factsOf(fromJson(ChargeSession, content), () => null);

/** What pairs of later sessions are found by: the session before them that ends last, and those shortly before. */
async function sessionsBefore(db: Kysely<Store>, entityId: string, startMs: number) {
  const last = await counted(db, entityId)
    .where('start_ms', '<', startMs)
    .orderBy(
      (row) =>
        row
          .case()
          .when('end_ms', '>', row.ref('start_ms'))
          .then(row.ref('end_ms'))
          .else(row.ref('start_ms'))
          .end(),
      'desc',
    )
    .orderBy('start_ms')
    .limit(1)
    .select('start_ms')
    .executeTakeFirst();
  if (last === undefined) return [];
  const rows = await counted(db, entityId)
    .where((row) =>
      row.or([
        row('start_ms', '=', last.start_ms),
        row.and([row('start_ms', '<', startMs), row('start_ms', '>=', startMs - SAME_MS)]),
      ]),
    )
    .select('content')
    .execute();
  return rows.map(({ content }) => factsIn(content)).toSorted(byStart);
}

/** Sessions in the order of their start, in parts. */
async function* sessionsIn(db: Kysely<Store>, entityId: string, { startMs, endMs }: Span) {
  let after = { start: startMs, id: '' };
  for (;;) {
    const { start, id } = after;
    const rows = await counted(db, entityId)
      .where(sql<boolean>`(start_ms, id) > (${start}, ${id})`)
      .where('start_ms', '<', endMs)
      .orderBy('start_ms')
      .orderBy('id')
      .limit(TOGETHER)
      .select(['id', 'start_ms', 'unit', 'energy', 'seen_at', 'content'])
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < TOGETHER) return;
    after = { start: last.start_ms ?? start, id: last.id };
    await turn();
  }
}

type Day = Omit<SessionDayRow, 'energy'> & { energy: bigint };

/**
 * Counts the sessions of an Entity by the day of their start at its site, in the transaction that changes them.
 * Battery capacities are not looked at: they change apart from sessions.
 * @param changed the starts and ends of the changed sessions, before and after; null: all are counted again
 */
export async function renewSessionDays(
  trx: Kysely<Store>,
  { id, zone, type }: ChargingEntity,
  changed: Span | null,
): Promise<void> {
  // A session also decides whether those that start until its end, or shortly after, are in doubt.
  const [from, to] =
    changed === null
      ? [-Infinity, Infinity]
      : [dayAt(zone, changed.startMs), dayAt(zone, Math.min(changed.endMs + SAME_MS, LATEST_MS))];
  const startMs = changed === null ? Number.MIN_SAFE_INTEGER : changed.startMs - AROUND_MS;
  const endMs = changed === null ? Number.MAX_SAFE_INTEGER : changed.endMs + AROUND_MS;
  const check = sessionChecker({ type, capacityKwh: null });
  if (changed !== null) {
    for (const facts of await sessionsBefore(trx, id, startMs)) check(facts, startMs);
  }
  const days = new Map<string, Day>();
  for await (const rows of sessionsIn(trx, id, { startMs, endMs })) {
    for (const { start_ms: start, unit, energy, seen_at: nowMs, content } of rows) {
      const { bits } = check(factsIn(content), nowMs);
      const day = dayAt(zone, start ?? 0);
      if (day < from || day > to) continue;
      const key = `${day} ${unit}`;
      const sums = days.get(key) ?? {
        entity_id: id,
        day,
        unit,
        energy: 0n,
        sessions: 0,
        counted: 0,
        doubtful: 0,
      };
      sums.energy += BigInt(energy ?? 0);
      sums.sessions += 1;
      sums.counted += energy === null ? 0 : 1;
      sums.doubtful += areDoubtful(bits) ? 1 : 0;
      days.set(key, sums);
    }
  }
  const held = trx.deleteFrom('session_days').where('entity_id', '=', id);
  await (changed === null ? held : held.where('day', '>=', from).where('day', '<=', to)).execute();
  await insertRows(trx, 'session_days', COLUMNS, [...days.values()]);
}
