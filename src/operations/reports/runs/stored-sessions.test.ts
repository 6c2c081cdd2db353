import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { storeFleetSessions } from '../../fleet/testing/fleet-rows.ts';
import { SESSION_COLUMNS } from '../../fleet/reads/store-told.ts';
import { PAGE_SESSIONS, readStoredSessions } from './stored-sessions.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);
/** A run of March, which needs sessions from 62 days before until two days after. */
const RUN = { start_ms: START, read_from: START - 62 * DAY, read_to: Date.UTC(2026, 3, 3) };
const uuid = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ENTITY = uuid(1, 1);

let db: Kysely<Store>;
let count: number;
beforeEach(async () => {
  db = await memoryStore();
  count = 0;
});
afterEach(() => db.destroy());

async function store(start: number | null, end: number | null, entityId = ENTITY) {
  count += 1;
  const times = {
    start: start === null ? null : isoInstant(start),
    end: end === null ? null : isoInstant(end),
  };
  const session = ChargeSession.parse({ id: uuid(2, count), data: times });
  await storeFleetSessions(db, entityId, [session], START);
  return session.id;
}

const idsOf = (page: { sessions: { session: ChargeSession }[] } | undefined) =>
  page?.sessions.map(({ session }) => session.id);
const read = (entityIds: string[], after: string | null = null) =>
  readStoredSessions(db, RUN, { entityIds, after });

test('finds sessions that touch the period by start or end, and those without times, in order', async () => {
  const within = await store(START + DAY, START + 2 * DAY);
  const longBefore = await store(START - 61 * DAY, START + DAY);
  const years = await store(START - 800 * DAY, START + DAY);
  const beyond = await store(START + 30 * DAY, START + 90 * DAY);
  const backwards = await store(START + 5 * DAY, START - 400 * DAY);
  const noStart = await store(null, START + DAY);
  const noEnd = await store(START + 3 * DAY, null);
  const noTimes = await store(null, null);
  await store(START - 20 * DAY, START - 19 * DAY);
  await store(START + 40 * DAY, START + 41 * DAY);
  const [page] = await read([ENTITY]);
  expect(page?.next).toBeNull();
  expect(idsOf(page)).toEqual([
    years,
    longBefore,
    within,
    noEnd,
    backwards,
    beyond,
    ...[noStart, noTimes].toSorted(),
  ]);
});

test('finds only the newest version of sessions that are still listed', async () => {
  const id = await store(START, START + 1);
  await db.updateTable('fleet_sessions').set({ current: 0 }).execute();
  await db
    .insertInto('fleet_sessions')
    .columns([...SESSION_COLUMNS])
    .expression((from) =>
      from
        .selectFrom('fleet_sessions')
        .select((row) => [
          'entity_id',
          'id',
          row.val(2).as('version'),
          row.val(1).as('current'),
          'start_ms',
          'end_ms',
          'created_ms',
          'energy',
          'unit',
          'content',
          row.val('newer').as('hash'),
          'seen_at',
          'gone_at',
          'asked_at',
          'listed_again',
          'listed_differs',
        ]),
    )
    .execute();
  const gone = await store(START, START + 1);
  await db.updateTable('fleet_sessions').where('id', '=', gone).set({ current: 0 }).execute();
  const [page] = await read([ENTITY]);
  expect(page?.sessions).toMatchObject([{ session: { id }, hash: 'newer' }]);
});

test('returns whole Entities, as many as fit in a page, even those without sessions', async () => {
  const [first, second, third] = [uuid(1, 2), uuid(1, 3), uuid(1, 4)];
  for (let at = 0; at < 300; at += 1) await store(START + at, START + at + 1, first);
  for (let at = 0; at < 300; at += 1) await store(START + at, START + at + 1, third);
  const pages = await read([third, second, first]);
  expect(pages.map(({ entityId, sessions, next }) => [entityId, sessions.length, next])).toEqual([
    [second, 0, null],
    [first, 300, null],
  ]);
});

test('returns one Entity with many sessions in pages, without gaps, with and without starts', async () => {
  const ids: string[] = [];
  // Several begin at the same instant, and the last ones have no start.
  for (let at = 0; at < 2 * PAGE_SESSIONS + 7; at += 1) {
    const start = at < PAGE_SESSIONS + 100 ? START + Math.floor(at / 7) : null;
    ids.push(await store(start, START + DAY));
  }
  const found: string[] = [];
  let after: string | null = null;
  for (let turn = 0; turn < 3; turn += 1) {
    const [page] = await read([ENTITY], after);
    found.push(...(idsOf(page) ?? []));
    after = page?.next ?? null;
  }
  expect(after).toBeNull();
  expect(found).toEqual(ids);
});
