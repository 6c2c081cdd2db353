import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BOUNDARIES } from '../../../contract/console/report-definition.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import {
  chargeSession,
  storeFleetReads,
  storeFleetSessions,
} from '../../fleet/testing/fleet-rows.ts';
import { readTotals } from '../results/read-groups.ts';
import { relateReport } from '../runs/relate.ts';
import { createReportRunner } from '../runs/run-runner.ts';
import { findRun } from '../runs/runs.ts';
import { PAGE_SESSIONS } from '../runs/stored-sessions.ts';
import { aDefinition, storeRun } from '../testing/stored-run.ts';
import { ENTITIES, randomSessions, sessionOf, TARIFF, uuid } from '../testing/random-sessions.ts';
import { SESSIONS_MOST, sumBefore } from './sum-before.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-05-20T12:00:00Z');
const LONG_AGO = Date.UTC(2000, 0, 1);
const BY = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;

// Many property runs, each with a run of the period before.
vi.setConfig({ testTimeout: 60_000 });

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});
afterEach(() => db.destroy());

const clock = manualClock(NOW);
const calm = { signal: new AbortController().signal, spent: () => {}, giveWay: async () => {} };
const before = (run: ReportRunRow, giveWay = calm.giveWay, most = SESSIONS_MOST) =>
  sumBefore({ db, clock, most }, run, { ...calm, giveWay });

/** The totals of a real run of the period before. */
async function totalsOfRun(run: ReportRunRow) {
  const errors: unknown[] = [];
  const parts = {
    db,
    clock,
    fleet: { wake() {} },
    policy: FLEET_POLICY,
    capacityUnit: 'kWh',
    onChange() {},
  };
  const runner = createReportRunner({ ...parts, onError: (error) => errors.push(error) });
  const { id } = await relateReport(db, run.id, 'previous', BY, NOW);
  runner.wake();
  for (;;) {
    clock.advance(0);
    await turn();
    const { state, run_no: runNo } = await findRun(db, id);
    expect(errors).toEqual([]);
    if (state === 'running') continue;
    await runner.stop();
    expect(state).toBe('complete');
    return readTotals(db, runNo);
  }
}

const readAll = async () => {
  for (const { id } of ENTITIES) await storeFleetReads(db, id, NOW, LONG_AGO);
};

describe.each([
  ['UTC', false],
  ['Europe/Zurich', false],
  ['America/Sao_Paulo', false],
  ['Europe/Zurich', true],
] as const)('in %s, in the time of each place: %s', (zone, siteTime) => {
  test.for(BOUNDARIES)('by %s, equals the totals of a run of that period', async (boundary) => {
    await readAll();
    const period = fc.constantFrom(
      // The month before, and the same number of days before, across a change of the clock.
      { kind: 'range', from: '2026-04-01', to: '2026-04-30' } as const,
      { kind: 'range', from: '2026-04-02', to: '2026-04-15' } as const,
    );
    const tariff = fc.constantFrom(TARIFF, null);
    let units = 0;
    await fc.assert(
      fc.asyncProperty(randomSessions, period, tariff, async (list, dates, priced) => {
        await db.deleteFrom('fleet_sessions').execute();
        for (const [at, made] of list.entries()) {
          const { id = '' } = ENTITIES[made.entity] ?? {};
          await storeFleetSessions(db, id, [sessionOf(made, at)], NOW);
        }
        const definition = aDefinition({ zone, boundary, siteTime, period: dates });
        const run = await storeRun(db, { entities: ENTITIES, definition, tariff: priced }, NOW);
        const totals = await totalsOfRun(run);
        units += totals.length;
        expect(await before(run)).toMatchObject({ state: 'known', totals });
      }),
      { numRuns: 6 },
    );
    expect(units).toBeGreaterThan(0);
  });
});

const april = () =>
  storeRun(
    db,
    {
      entities: ENTITIES,
      definition: aDefinition({ period: { kind: 'preset', preset: 'last-month' } }),
    },
    NOW,
  );
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const session = (at: number, more: Partial<Parameters<typeof chargeSession>[0]> = {}) =>
  chargeSession({
    id: uuid(2, at),
    startMs: Date.UTC(2026, 2, 1) + at * 60_000,
    energy: 1,
    ...more,
  });

test('adds an Entity with many pages of sessions once, even if it is read again meanwhile', async () => {
  await readAll();
  const [many = { id: '' }, few = { id: '' }] = ENTITIES;
  const count = 2 * PAGE_SESSIONS + 7;
  const list = Array.from({ length: count }, (_, at) => session(at));
  await storeFleetSessions(db, many.id, list, NOW);
  await storeFleetSessions(db, few.id, [session(count)], NOW);
  let turns = 0;
  const run = await april();
  const sums = await before(run, async () => {
    turns += 1;
    // After the pass over the Entities and the first page, in the middle of its pages.
    if (turns !== 3) return;
    await db
      .updateTable('fleet_sessions')
      .set({ current: 0 })
      .where('id', '=', uuid(2, 3))
      .execute();
    await db
      .updateTable('fleet_reads')
      .set({ read_at: NOW + 1 })
      .execute();
  });
  expect(turns).toBeGreaterThan(5);
  expect(sums).toMatchObject({
    ...MARCH,
    state: 'known',
    totals: [{ unit: 'kWh', sessions: count, energy: String(count) }],
  });
});

test('without sessions, the sums are known to be zero', async () => {
  await readAll();
  expect(await before(await april())).toEqual({
    ...MARCH,
    state: 'known',
    totals: [],
    provisionalFrom: null,
  });
});

test('counts the Entities with unknown sessions in that period, and adds nothing up', async () => {
  const [first = { id: '' }, second = { id: '' }] = ENTITIES;
  const run = await april();
  const unread = (entitiesUnread: number, knownLate: object | null = null) => ({
    ...MARCH,
    state: 'unknown',
    entitiesUnread,
    knownLate,
  });
  expect(await before(run)).toEqual(unread(3));
  // Read before March had ended, and only from then on.
  await storeFleetReads(db, first.id, Date.UTC(2026, 2, 20), LONG_AGO);
  await storeFleetReads(db, second.id, NOW, Date.UTC(2026, 2, 1));
  expect(await before(run)).toEqual(unread(2, { entities: 1, from: '2026-03-01T00:00:00.000Z' }));
});

test('marks figures that may have grown since as provisional', async () => {
  const definition = aDefinition({ period: { kind: 'preset', preset: 'today' } });
  for (const { id } of ENTITIES) await storeFleetReads(db, id, NOW, LONG_AGO);
  const run = await storeRun(db, { entities: ENTITIES, definition }, NOW);
  expect(await before(run)).toMatchObject({
    from: '2026-05-19',
    to: '2026-05-19',
    provisionalFrom: '2026-05-19T00:00:00.000Z',
  });
});

test('counts too many sessions, and does not add them up', async () => {
  await readAll();
  const [first = { id: '' }, second = { id: '' }] = ENTITIES;
  await storeFleetSessions(db, first.id, [session(1), session(2)], NOW);
  await storeFleetSessions(db, second.id, [session(3)], NOW);
  // In another period.
  await storeFleetSessions(db, second.id, [session(4, { startMs: NOW - 10 * DAY })], NOW);
  const run = await april();
  expect(await before(run, calm.giveWay, 2)).toEqual({ ...MARCH, state: 'too-many', most: 2 });
  expect(await before(run, calm.giveWay, 3)).toMatchObject({ totals: [{ sessions: 3 }] });
});
