import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReportRun } from '../../../contract/console/report-run.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { nextTurn } from '../../../store/testing/postgres-store.ts';
import { blankThing, entityRow } from '../../directory/thing.ts';
import { fakeFleet, type FakeFleet, type Said } from '../../fleet/testing/fake-fleet.ts';
import {
  chargeSession,
  storeFleetReads,
  storeFleetSessions,
} from '../../fleet/testing/fleet-rows.ts';
import { sealRun, sealedManifest } from '../results/manifest.ts';
import { readFindingCounts } from '../results/read-findings.ts';
import { readTotals } from '../results/read-groups.ts';
import { readRun, readRunEntities } from '../results/read-run.ts';
import { readSessions } from '../results/read-sessions.ts';
import { storeRun } from '../testing/stored-run.ts';
import { relateReport } from './relate.ts';
import { createReportRunner, type ReportRunner } from './run-runner.ts';
import { changeRunState, retryFailed } from './run-state.ts';
import { findRun } from './runs.ts';

/** The operator who seals, and the time. */
const SEAL = { by: 'Ada', at: Date.parse('2026-05-24T08:30:00Z'), key: 'a-key' };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-05-20T12:00:00Z');
const BY = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;

const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const entity = (at: number) => id(1, at);
const entitiesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: entity(at),
    name: `Van ${at}`,
    type: 'EV',
    collectives: [],
  }));
/** Four sessions of 10 kWh in March, or as many as requested. */
const sessionsOf = (at: number, count = 4) =>
  Array.from({ length: count }, (_, no) =>
    chargeSession({
      id: id(100 + at, no),
      startMs: Date.UTC(2026, 2, 1) + no * HOUR,
      energy: 10,
    }),
  );

let clock: ManualClock;
let db: Kysely<Store>;
let fleet: FakeFleet;
let said: Map<string, Said>;
let runner: ReportRunner;
let errors: unknown[];
let changes: number;

const makeRunner = () =>
  createReportRunner({
    db,
    clock,
    fleet,
    policy: FLEET_POLICY,
    capacityUnit: 'kWh',
    onChange: () => {
      changes += 1;
    },
    onError: (error) => errors.push(error),
  });

beforeEach(async () => {
  clock = manualClock(NOW);
  db = await memoryStore();
  said = new Map(entitiesOf(12).map((one, at) => [one.id, sessionsOf(at)]));
  fleet = fakeFleet(db, clock, said);
  errors = [];
  changes = 0;
  runner = makeRunner();
});
afterEach(async () => {
  await runner.stop();
  await db.destroy();
  if (errors.length > 0) throw new AggregateError(errors, 'the runner itself failed');
});

/** Lets the runner do what it can at once, without new data from the Service. */
async function settle(): Promise<void> {
  for (let calm = 0; calm < 40; calm += 1) {
    if ((clock.next() ?? 1) === 0) calm = 0;
    clock.advance(0);
    await nextTurn();
  }
}

/** Performs requested reads, and lets the runner take them over. */
async function readNext(most?: number): Promise<string[]> {
  clock.advance(1000);
  const read = await fleet.readNext(most);
  runner.onStored();
  await settle();
  return read;
}

/** An Entity that was read completely an hour ago. */
async function know(at: number, sessions = sessionsOf(at), readAt = NOW - HOUR) {
  await storeFleetSessions(db, entity(at), sessions, readAt);
  await storeFleetReads(db, entity(at), readAt, Date.UTC(2000, 0, 1));
}

/** An operator requests that failed Entities are read again. */
async function retry(run: { id: string }, entityId: string | null): Promise<number> {
  clock.advance(1000);
  const count = await retryFailed(db, run.id, entityId, BY, clock.now());
  runner.wake();
  await settle();
  return count;
}

async function begin(count: number) {
  const run = await storeRun(db, { entities: entitiesOf(count) }, clock.now());
  runner.wake();
  await settle();
  return run;
}
const seen = async (run: { id: string }) =>
  ReportRun.parse(await readRun(db, await findRun(db, run.id), clock.now()));
const sessionsIn = async (run: { run_no: number }) =>
  (await readTotals(db, run.run_no)).reduce((sum, { sessions }) => sum + sessions, 0);
const asked = () =>
  db
    .selectFrom('fleet_reads')
    .where('rank', '=', 0)
    .orderBy('entity_id')
    .orderBy('resource')
    .select(['entity_id', 'resource'])
    .execute();
const states = async (run: { run_no: number; read_from: number }) =>
  (await readRunEntities(db, run, { limit: 50, offset: 0 })).entities;

describe('a run', () => {
  test('on known data finishes at once, and requests nothing', async () => {
    for (let at = 0; at < 12; at += 1) await know(at);
    const run = await begin(12);
    expect(await seen(run)).toMatchObject({
      state: 'complete',
      hash: null,
      progress: {
        entities: { total: 12, done: 12, failed: 0, waiting: 0 },
        sessions: 48,
        asked: 0,
        oldestReadAt: '2026-05-20T11:00:00.000Z',
        knownLate: null,
        offboarded: 0,
        remainingMs: null,
      },
    });
    expect(await asked()).toEqual([]);
    expect(fleet.wakes()).toBe(0);
    expect(changes).toBeGreaterThan(0);
    await sealRun(db, run.id, SEAL);
    expect(sealedManifest(await findRun(db, run.id))).toMatchObject({
      asked: 0,
      read: { start: '2025-12-29T00:00:00.000Z', end: '2026-05-03T00:00:00.000Z' },
      units: [{ unit: 'kWh', sessions: 48 }],
      totals: [{ sessions: 48, energy: '480' }],
      checks: [{ ok: false }, { ok: true }, { ok: true }],
      provisionalFrom: null,
    });
  });

  test('counts its Entities that are offboarded by its end, and keeps that number', async () => {
    await know(0);
    await db
      .insertInto('entities')
      .values({ ...entityRow(blankThing('entity', entity(1))), offboarded_at: NOW })
      .execute();
    const run = await begin(2);
    expect(await seen(run)).toMatchObject({
      state: 'complete',
      progress: { entities: { total: 2, done: 2 }, offboarded: 1 },
    });
    await db.updateTable('entities').set({ offboarded_at: null }).execute();
    expect((await seen(run)).progress.offboarded).toBe(1);
  });

  test('goes through Entities in an order other than that of their ids, without a pause', async () => {
    // Few sessions each, then many: of those read together, the last ones do not fit.
    for (let at = 0; at < 60; at += 1) await know(at, sessionsOf(at, at < 30 ? 60 : 1));
    const entities = entitiesOf(60).toReversed();
    const run = await storeRun(db, { entities }, clock.now());
    const begun = clock.now();
    runner.wake();
    for (let rest = 0; rest < 200 && (await seen(run)).state === 'running'; rest += 1) {
      clock.advance(Math.min(20, clock.next() ?? 0));
      await settle();
    }
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 1830 } });
    // It never waits for its next slow poll.
    expect(clock.now() - begun).toBeLessThan(5000);
  });

  test('shows known data, and waits for each Entity that is stale or not known far enough back', async () => {
    await know(0);
    await know(1, sessionsOf(1, 1), NOW - 2 * DAY);
    await storeFleetReads(db, entity(2), NOW - HOUR, NOW - 35 * DAY);
    const run = await begin(4);
    const { state, progress } = await seen(run);
    expect([state, progress.entities.done, progress.asked]).toEqual(['running', 1, 4]);
    expect(await sessionsIn(run)).toBe(4);
    expect(await asked()).toEqual([
      { entity_id: entity(1), resource: 'sessions' },
      { entity_id: entity(2), resource: 'history' },
      { entity_id: entity(3), resource: 'history' },
      { entity_id: entity(3), resource: 'sessions' },
    ]);
    expect(fleet.wakes()).toBe(1);
    expect(await readNext(1)).toEqual([`sessions ${entity(1)}`]);
    clock.advance(1000);
    await settle();
    const later = await seen(run);
    expect(later.progress.entities).toMatchObject({ done: 2, waiting: 2 });
    expect(later.progress.remainingMs).toBeNull();
    await readNext();
    clock.advance(1000);
    await settle();
    expect(await seen(run)).toMatchObject({
      state: 'complete',
      // The first one had only one session until it was read as far back as sessions go.
      progress: { sessions: 13, asked: 4, knownLate: null },
    });
  });

  test('waits for the store, not for time: does nothing while nothing is stored', async () => {
    const run = await begin(3);
    clock.advance(600_000);
    await settle();
    expect((await seen(run)).progress.entities).toMatchObject({ done: 0, waiting: 3 });
    // Nothing is requested twice.
    expect((await seen(run)).progress.asked).toBe(6);
  });

  test('finds data stored without a notification by its slow poll', async () => {
    const run = await begin(2);
    clock.advance(1000);
    await fleet.readNext();
    await settle();
    expect((await seen(run)).state).toBe('running');
    clock.advance(20_000);
    await settle();
    expect((await seen(run)).state).toBe('complete');
  });

  test('resumes after a crash at any point, with nothing missing or counted twice', async () => {
    for (let at = 0; at < 6; at += 1) await know(at);
    const whole = await begin(6);
    const expected = await readTotals(db, whole.run_no);
    const run = await storeRun(db, { entities: entitiesOf(6) }, clock.now());
    for (let tries = 0; (await seen(run)).state === 'running'; tries += 1) {
      expect(tries).toBeLessThan(50);
      runner.wake();
      // A few steps, then everything in memory is lost.
      for (let step = 0; step < 3; step += 1) {
        clock.advance(0);
        await nextTurn();
      }
      await runner.stop();
      runner = makeRunner();
    }
    expect(await readTotals(db, run.run_no)).toEqual(expected);
  });

  test('takes over an Entity with many sessions in pages, in the order of their starts', async () => {
    await know(0, sessionsOf(0, 1203).toReversed());
    await know(1);
    const run = await begin(2);
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 1207 } });
    const rows = await db
      .selectFrom('report_sessions')
      .where('entity_no', '=', 1)
      .orderBy('session_no')
      .select(['session_no', 'session_id', 'start_ms'])
      .execute();
    expect(rows.map(({ session_id }) => session_id)).toEqual(
      sessionsOf(0, 1203).map((one) => one.id),
    );
    expect(rows.at(-1)?.session_no).toBe(1203);
    expect(await sessionsIn(run)).toBe(await countInPeriod(run));
  });

  test('does nothing while stopped, and resumes where it was', async () => {
    const run = await begin(3);
    await changeRunState(db, run.id, 'stopped', clock.now());
    await readNext();
    expect((await seen(run)).progress.entities.waiting).toBe(3);
    await changeRunState(db, run.id, 'running', clock.now());
    runner.wake();
    await settle();
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 12 } });
    await expect(changeRunState(db, run.id, 'stopped', clock.now())).rejects.toThrow('is finished');
  });

  test('a run with many waiting Entities does not delay a small one', async () => {
    await know(11);
    const large = await begin(11);
    const entities = entitiesOf(12).slice(11);
    const small = await storeRun(db, { entities }, clock.now());
    runner.wake();
    await settle();
    expect([(await seen(large)).state, (await seen(small)).state]).toEqual(['running', 'complete']);
  });
});

async function countInPeriod(run: { run_no: number }) {
  const rows = await db
    .selectFrom('report_sessions')
    .where('run_no', '=', run.run_no)
    .where('excluded', 'is', null)
    .select('session_no')
    .execute();
  return rows.length;
}

describe('an Entity that cannot be read', () => {
  test('is listed with the reason, counts with its known data, and makes the report partial', async () => {
    await know(0);
    await know(1, sessionsOf(1, 3), NOW - 3 * DAY);
    said.set(entity(1), 'No access to this Entity.');
    said.set(entity(2), 'It answered 500.');
    const run = await begin(3);
    await readNext();
    expect(await seen(run)).toMatchObject({
      state: 'partial',
      progress: {
        entities: { done: 1, failed: 2, waiting: 0 },
        sessions: 7,
        oldestReadAt: '2026-05-17T12:00:00.000Z',
      },
    });
    const [first, second] = await states(run);
    expect(first).toMatchObject({
      error: 'No access to this Entity.',
      sessions: 3,
      readAt: '2026-05-17T12:00:00.000Z',
    });
    expect(second).toMatchObject({ error: 'It answered 500.', sessions: 0, readAt: null });
    await sealRun(db, run.id, SEAL);
    const { entities, findings } = sealedManifest(await findRun(db, run.id));
    expect(entities.map(({ state }) => state)).toEqual(['done', 'failed', 'failed']);
    expect(entities[1]).toMatchObject({ readAt: '2026-05-17T12:00:00.000Z', hash: null });
    expect(findings).toContainEqual({ kind: 'not-read', count: 2 });
  });

  test('is the only one read again; then the report is complete, and nothing counts twice', async () => {
    for (let at = 0; at < 3; at += 1) await know(at, sessionsOf(at, 3), NOW - 3 * DAY);
    said.set(entity(1), 'No access.');
    said.set(entity(2), 'No access.');
    const run = await begin(3);
    await readNext();
    expect((await seen(run)).progress.entities).toMatchObject({ done: 1, failed: 2 });
    said.set(entity(1), sessionsOf(1));
    await storeFleetSessions(db, entity(1), sessionsOf(1).slice(3), clock.now());
    expect(await retry(run, entity(1))).toBe(1);
    expect((await asked()).map((one) => one.entity_id)).toEqual([entity(1), entity(1)]);
    await readNext();
    expect(await seen(run)).toMatchObject({
      state: 'partial',
      progress: { entities: { done: 2, failed: 1 }, sessions: 10 },
    });
    expect(await retry(run, null)).toBe(1);
    await readNext();
    // It failed once more: its known data still counts once.
    expect(await seen(run)).toMatchObject({ state: 'partial', progress: { sessions: 10 } });
    said.set(entity(2), sessionsOf(2));
    await retry(run, null);
    await readNext();
    expect(await seen(run)).toMatchObject({ state: 'complete', progress: { sessions: 11 } });
    const { findings } = await readFindingCounts(db, run.run_no);
    expect(findings).toContainEqual({ kind: 'not-read', count: 0 });
    await expect(retryFailed(db, run.id, null, BY, clock.now())).rejects.toThrow(
      'No Entity has a failed read',
    );
  });
});

test('older sessions that the Service does not have are missing, and the report shows since when', async () => {
  const from = Date.parse('2026-02-01T00:00:00Z');
  fleet = fakeFleet(db, clock, said, from);
  await runner.stop();
  runner = makeRunner();
  await know(2);
  const run = await begin(3);
  await readNext();
  expect(await seen(run)).toMatchObject({
    state: 'complete',
    progress: { knownLate: { entities: 2, from: '2026-02-01T00:00:00.000Z' } },
  });
  const { findings } = await readFindingCounts(db, run.run_no);
  expect(findings).toContainEqual({ kind: 'known-late', count: 2 });
  const late = '2026-02-01T00:00:00.000Z';
  expect((await states(run)).map(({ lateFrom }) => lateFrom)).toEqual([late, late, null]);
  await sealRun(db, run.id, SEAL);
  expect(sealedManifest(await findRun(db, run.id)).entities.map((one) => one.knownFrom)).toEqual([
    '2026-02-01T00:00:00.000Z',
    '2026-02-01T00:00:00.000Z',
    '2000-01-01T00:00:00.000Z',
  ]);
});

test('an Entity without sessions shows whether they are captured, if that is known', async () => {
  await know(0, []);
  await know(1, []);
  const feature = { feature: 'CaptureChargeSessions', isEnabled: false };
  await db
    .insertInto('fleet_documents')
    .values({
      entity_id: entity(0),
      resource: 'features',
      content: JSON.stringify([feature]),
      known_at: NOW,
    })
    .execute();
  const run = await begin(2);
  expect((await states(run)).map(({ capture }) => capture)).toEqual([false, null]);
  const { findings } = await readFindingCounts(db, run.run_no);
  expect(findings).toContainEqual({ kind: 'capture-off', count: 1 });
});

test('run again, reads everything once more, and shows the differences session by session', async () => {
  for (let at = 0; at < 3; at += 1) await know(at);
  const first = await begin(3);
  const { id: again } = await relateReport(db, first.id, 'again', BY, clock.now());
  runner.wake();
  await settle();
  expect((await seen({ id: again })).progress).toMatchObject({ asked: 6, entities: { done: 0 } });
  const [gone, , changed, ...others] = sessionsOf(1);
  const corrected = chargeSession({
    id: changed?.id ?? '',
    startMs: Date.parse(changed?.data?.start ?? ''),
    energy: 12.5,
  });
  const added = chargeSession({ id: id(101, 90), startMs: Date.UTC(2026, 2, 9), energy: 7 });
  said.set(
    entity(1),
    [...sessionsOf(1).slice(1, 2), corrected, ...others, added].filter(
      ({ id: one }) => one !== gone?.id,
    ),
  );
  await readNext();
  clock.advance(1000);
  await settle();
  const second = await findRun(db, again);
  expect(await seen(second)).toMatchObject({ state: 'complete', progress: { sessions: 12 } });
  const energies = async ({ run_no }: typeof first) =>
    (await readSessions(db, run_no, {}, null, 100)).sessions.map(({ energy }) => energy);
  const [before, after] = [await energies(first), await energies(second)];
  expect(before).toEqual(Array.from({ length: 12 }, () => '10'));
  expect(after).toHaveLength(12);
  expect(new Set(after.filter((energy) => energy !== '10'))).toEqual(new Set(['12.5', '7']));
});
