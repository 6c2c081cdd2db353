import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { fakeFleetService } from '../testing/fake-fleet-service.ts';
import { chargeSession } from '../testing/fleet-rows.ts';
import { LeftOutItems } from '../../../domain/left-out-items.ts';
import { readPages } from './read-pages.ts';
import { storeSessions } from './store-sessions.ts';
import { hashOf } from './store-told.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const VAN = '00000000-0000-4000-8000-000000000001';
const id = (last: number) => `00000000-0000-4000-8000-0000000001${String(last).padStart(2, '0')}`;
const SPAN = { from: NOW - 86_400_000, to: NOW };
const told = (last: number, energy: number) =>
  chargeSession({ id: id(last), startMs: NOW - 7_200_000, energy });

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});

/** The rows of pages with two rows each. */
function read(sessions: readonly ChargeSession[]) {
  const service = fakeFleetService();
  service.pageSize = 2;
  service.entities.set(VAN, { sessions: [...sessions] });
  return readPages(
    (endpoint, input) => service.call(endpoint, input),
    ENDPOINTS.listChargeSessions,
    ChargeSession,
    {
      params: { entityId: VAN },
      query: { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
    },
    { isRefused: true, rows: 25 },
    new LeftOutItems(),
  );
}

async function store(sessions: readonly ChargeSession[], span: typeof SPAN | null = SPAN) {
  await storeSessions(db, VAN, await read(sessions), span, { askedAt: NOW, now: NOW });
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('current', '=', 1)
    .orderBy('id')
    .select(['version', 'energy', 'listed_again', 'listed_differs'])
    .execute();
  return rows.map((row) => [row.version, row.energy, row.listed_again, row.listed_differs]);
}

test('a session that one answer lists twice counts once, with a mark if the two differ', async () => {
  const answer = [told(1, 10), told(2, 5), told(2, 5), told(3, 7), told(1, 12), told(2, 5)];
  expect(await store(answer)).toEqual([
    [1, 12_000_000, 1, 1],
    [1, 5_000_000, 2, 0],
    [1, 7_000_000, 0, 0],
  ]);
});

test('being listed once or twice is a change although the content is the same', async () => {
  const [once, twice] = [[told(1, 10)], [told(1, 10), told(1, 10)]];
  const hash = async (sessions: readonly ChargeSession[]) =>
    hashOf({ resource: 'sessions', rows: await read(sessions), span: SPAN, isWide: false });
  expect(await hash(once)).not.toBe(await hash(twice));
  expect(await store(once)).toEqual([[1, 10_000_000, 0, 0]]);
  expect(await store(twice)).toEqual([[1, 10_000_000, 1, 0]]);
  // A part of a list does not show how often the whole one lists it.
  expect(await store(once, null)).toEqual([[1, 10_000_000, 1, 0]]);
  expect(await store(once)).toEqual([[1, 10_000_000, 0, 0]]);
});
