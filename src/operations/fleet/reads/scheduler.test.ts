import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  FLEET_POLICY,
  HISTORY_FROM_MS,
  NOT_BY_POLICY,
  readsPerDay,
  type FleetPolicy,
} from '../../../domain/fleet-policy.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { readFleetFailures, readFleetStatus } from '../fleet-status.ts';
import { refreshCost, refreshFleet } from '../refresh-fleet.ts';
import {
  fakeFleetService,
  turnedAway,
  type FakeFleetService,
} from '../testing/fake-fleet-service.ts';
import { chargeSession } from '../testing/fleet-rows.ts';
import { askReads } from './mark-read.ts';
import { createFleetReads, type FleetReads } from './scheduler.ts';

const DAY_MS = 86_400_000;
const BUDGET = 100;
/** Entities of the simulated week; the long form: FLEET_DAY_ENTITIES=1000. */
const IN_A_DAY = Number(process.env['FLEET_DAY_ENTITIES'] ?? 10);
const LONG_MS = 900_000;

let clock: ManualClock;
let db: Kysely<Store>;
let service: FakeFleetService;
let reads: FleetReads;
let errors: unknown[];

function make(policy: FleetPolicy | null = FLEET_POLICY): FleetReads {
  return createFleetReads({
    db,
    clock,
    upstream: service,
    budget: createRequestBudget(BUDGET, clock).limiter('fleet'),
    breaker: createOutageBreaker(clock),
    policy,
    isWritable: () => true,
    atOnce: 16,
    onStored: () => {},
    onCommands: () => Promise.resolve(),
    onError: (error) => errors.push(error),
  });
}

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  service = fakeFleetService();
  errors = [];
  reads = make();
});
afterEach(async () => {
  await reads.stop();
  await db.destroy();
  if (errors.length > 0) throw new AggregateError(errors, 'the reads themselves failed');
});

/** A directory of so many Entities, each with a session of yesterday and one of two years ago. */
async function fleet(size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, () => randomUUID()).toSorted();
  const entities = ids.map((id, at) => ({ id, name: `Van ${at}`, type: 'EV', brand: null }));
  await importDirectory(db, { collectives: [], entities }, 'import', clock.now());
  for (const id of ids) {
    service.entities.set(id, {
      locations: [{ id: randomUUID(), label: 'Depot', latitude: 52, longitude: 5 }],
      sessions: [
        chargeSession({ startMs: clock.now() - DAY_MS, energy: 10 }),
        chargeSession({ startMs: clock.now() - 730 * DAY_MS, energy: 5 }),
      ],
    });
  }
  return ids;
}

/** Lets what is under way continue until it waits for the clock. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Passes time, from timer to timer. */
async function pass(ms: number): Promise<void> {
  const end = clock.now() + ms;
  for (;;) {
    await turns();
    const left = end - clock.now();
    if (left <= 0) return;
    clock.advance(Math.min(left, Math.max(1, clock.next() ?? left)));
  }
}

const statusOf = () =>
  readFleetStatus(
    { reader: db, reads, policy: FLEET_POLICY, agesBy: FLEET_POLICY, requestsPerSecond: BUDGET },
    {},
    clock.now(),
  );

const sessionsOf = (entityId: string) =>
  db.selectFrom('fleet_sessions').where('entity_id', '=', entityId).selectAll().execute();

describe('the first fill', () => {
  test('reads everything of every Entity, one resource after the other, back to the beginning', async () => {
    const ids = await fleet(20);
    reads.wake();
    await pass(5000);
    const { resources, due, entities } = await statusOf();
    expect([entities, due]).toEqual([20, 0]);
    for (const each of resources) {
      expect(each).toMatchObject({ fresh: 20, stale: 0, never: 0, failed: 0 });
    }
    // Two steps of history: 13 months, then everything.
    expect(service.asked).toHaveLength(20 * 7);
    expect(service.asked.slice(0, 20).every(({ what }) => what === 'locations')).toBe(true);
    expect(await sessionsOf(ids[0] ?? '')).toHaveLength(2);
    const known = await db
      .selectFrom('fleet_reads')
      .where('resource', '=', 'sessions')
      .select('known_from')
      .execute();
    expect(known.every((row) => row.known_from === HISTORY_FROM_MS)).toBe(true);
    expect(resources.find(({ resource }) => resource === 'history')?.requests).toBe(40);
  });

  test('continues after a stop: nothing is lost, and only what was under way is read twice', async () => {
    await fleet(30);
    reads.wake();
    await pass(700);
    await reads.stop();
    const before = service.asked.length;
    expect(before).toBeGreaterThan(20);
    reads = make();
    reads.wake();
    await pass(5000);
    expect((await statusOf()).resources.every(({ fresh }) => fresh === 30)).toBe(true);
    expect(service.asked.length).toBeLessThanOrEqual(30 * 7 + 16);
  });

  test('does not read archived Entities, and reads Entities that the directory gets later', async () => {
    const [first = ''] = await fleet(2);
    await db.updateTable('entities').where('id', '=', first).set({ archived: 2 }).execute();
    reads.wake();
    await pass(3000);
    expect(new Set(service.asked.map(({ entityId }) => entityId)).has(first)).toBe(false);
    await db.updateTable('entities').where('id', '=', first).set({ archived: 0 }).execute();
    reads.directoryChanged();
    await pass(3000);
    expect((await statusOf()).resources.every(({ fresh }) => fresh === 2)).toBe(true);
  });
});

describe('the policy', () => {
  test(
    'a day takes as many requests as its arithmetic says',
    async () => {
      await fleet(IN_A_DAY);
      reads.wake();
      await pass(DAY_MS);
      const filled = service.asked.length;
      await pass(7 * DAY_MS);
      // 1 + 4 + 1 + 1/7 + 1 reads per Entity and day.
      const perDay = (service.asked.length - filled) / 7 / IN_A_DAY;
      console.log(`${perDay.toFixed(3)} requests per Entity and day, ${IN_A_DAY} Entities`);
      expect(perDay).toBeGreaterThan(readsPerDay(FLEET_POLICY) * 0.9);
      expect(perDay).toBeLessThan(readsPerDay(FLEET_POLICY) * 1.1);
    },
    LONG_MS,
  );

  test('without one, only what is asked for is read', async () => {
    const [first = ''] = await fleet(3);
    reads = make(null);
    reads.wake();
    await pass(60_000);
    expect(service.asked).toEqual([]);
    await askReads(db, { entityIds: [first], resources: ['capacity'] }, clock.now());
    reads.wake();
    await pass(60_000);
    expect(service.asked).toMatchObject([{ what: 'capacity', entityId: first }]);
  });

  test('what is asked for goes before everything that is due', async () => {
    const ids = await fleet(200);
    reads.wake();
    await pass(1000);
    const last = ids.at(-1) ?? '';
    await askReads(db, { entityIds: [last], resources: ['sessions'] }, clock.now());
    const before = service.asked.length;
    reads.wake();
    await pass(1000);
    const at = service.asked.findIndex(
      ({ what, entityId }) => what === 'sessions' && entityId === last,
    );
    // Those that were under way are ahead of it.
    expect(at - before).toBeLessThanOrEqual(16);
    expect(at).toBeGreaterThanOrEqual(before);
  });
});

describe('a policy without older sessions', () => {
  const WITHOUT = { ...FLEET_POLICY, history: NOT_BY_POLICY };
  const olderOf = () => service.asked.filter(({ what }) => what === 'sessions').length - 3;

  test('reads the recent ones, and older ones only for a report', async () => {
    const [first = ''] = await fleet(3);
    reads = make(WITHOUT);
    reads.wake();
    await pass(20_000);
    const { due, resources } = await readFleetStatus(
      { reader: db, reads, policy: WITHOUT, agesBy: WITHOUT, requestsPerSecond: BUDGET },
      {},
      clock.now(),
    );
    expect(due).toBe(0);
    expect(resources.find(({ resource }) => resource === 'history')).toMatchObject({
      everySeconds: null,
      never: 3,
      requestsByPolicy: 0,
      nextAt: null,
    });
    expect(olderOf()).toBe(0);
    const historyFrom = clock.now() - 800 * DAY_MS;
    const asked = { entityIds: [first], resources: ['history'] as const, historyFrom };
    await askReads(db, asked, clock.now());
    reads.wake();
    await pass(20_000);
    expect(olderOf()).toBe(1);
  });

  test('leaves those alone that were due when it was switched off', async () => {
    await fleet(3);
    reads.wake();
    await pass(100);
    await db.updateTable('fleet_reads').set({ rank: 2, due_at: 0, claimed_until: 0 }).execute();
    await reads.stop();
    const before = service.asked.length;
    reads = make(WITHOUT);
    reads.wake();
    await pass(20_000);
    expect(service.asked.length).toBe(before);
  });
});

test('only what is stale or was never read can be asked for', async () => {
  const [first = '', second = ''] = await fleet(2);
  reads = make(null);
  await askReads(db, { entityIds: [first], resources: ['capacity'] }, clock.now());
  reads.wake();
  await pass(1000);
  const choice = {
    entityIds: null,
    collectiveId: null,
    resources: ['capacity' as const],
    only: 'stale' as const,
  };
  const parts = { db, agesBy: FLEET_POLICY, requestsPerSecond: BUDGET };
  await askReads(db, { entityIds: [first, second], resources: ['locations'] }, clock.now());
  expect(await refreshCost(parts, choice, clock.now())).toMatchObject({ entities: 1 });
  await pass(9 * DAY_MS);
  expect(await refreshCost(parts, choice, clock.now())).toEqual({
    entities: 2,
    requests: 2,
    seconds: 2 / BUDGET,
  });
  await refreshFleet(parts, choice, clock.now());
  const before = service.asked.length;
  reads.wake();
  await pass(1000);
  const read = service.asked.slice(before).filter(({ what }) => what === 'capacity');
  expect(read.map(({ entityId }) => entityId)).toEqual([first, second]);
});

describe('failures', () => {
  test('an Entity that is turned away for ever is named, tried less and less, and holds no other up', async () => {
    const [bad = ''] = await fleet(20);
    service.fault = (id) => (id === bad ? turnedAway(503, 'The gateway of Van 0 is away.') : null);
    reads.wake();
    await pass(20_000);
    const { resources } = await statusOf();
    expect(resources.find(({ resource }) => resource === 'sessions')).toMatchObject({
      fresh: 19,
      failed: 1,
    });
    const { failures } = await readFleetFailures(db, {}, clock.now());
    expect(new Set(failures.map(({ entityId }) => entityId))).toEqual(new Set([bad]));
    expect(failures[0]).toMatchObject({ message: 'The gateway of Van 0 is away.', tries: 1 });
    const tried = () => service.asked.filter(({ entityId }) => entityId === bad).length;
    const before = tried();
    await pass(DAY_MS);
    // Five resources, each at most once every six hours after some tries close together.
    expect(tried() - before).toBeLessThan(5 * 3 * 14);
    service.fault = () => null;
    await pass(DAY_MS);
    expect((await readFleetFailures(db, {}, clock.now())).total).toBe(0);
  });

  test('pages that repeat or never end are a failure with a name', async () => {
    const [repeating = '', endless = ''] = await fleet(5);
    let page = 0;
    const one = chargeSession({ startMs: clock.now() - DAY_MS, energy: 1 });
    service.answer = (id, what) => {
      if (what !== 'sessions' || (id !== repeating && id !== endless)) return null;
      page += 1;
      const session = id === repeating ? one : { ...one, id: randomUUID() };
      return { data: [session], meta: { continuationToken: `page ${page}`, pageSize: 1 } };
    };
    reads.wake();
    await pass(20_000);
    const { failures } = await readFleetFailures(db, {}, clock.now());
    expect(failures.map(({ entityId, resource }) => [entityId, resource])).toEqual(
      [repeating, endless].toSorted().map((id) => [id, 'sessions']),
    );
    expect(failures[0]?.message).toContain('without an end');
    const asked = (id: string) =>
      service.asked.filter(({ what, entityId }) => what === 'sessions' && entityId === id).length;
    expect(asked(repeating)).toBeLessThan(10);
    expect(asked(endless)).toBeLessThanOrEqual(200);
    expect((await statusOf()).resources.every(({ fresh }) => fresh >= 3)).toBe(true);
  });

  test('a page that is only linked is followed, and one without a token is a failure with a name', async () => {
    const [linked = '', lost = ''] = await fleet(3);
    const sessions = [1, 2].map((days) =>
      chargeSession({ startMs: clock.now() - days * DAY_MS, energy: days }),
    );
    service.answer = (id, what, query) => {
      if (what !== 'sessions' || (id !== linked && id !== lost)) return null;
      const isFirst = query['continuationToken'] === undefined;
      const path = id === linked ? '/v1/x?pageSize=1&continuationToken=second' : '/v1/x?page=2';
      const links = { next: isFirst ? path : null };
      return { data: isFirst ? sessions.slice(0, 1) : sessions.slice(1), links, meta: {} };
    };
    reads.wake();
    await pass(20_000);
    expect(await sessionsOf(linked)).toHaveLength(2);
    const { failures } = await readFleetFailures(db, { resource: 'sessions' }, clock.now());
    expect(failures.map(({ entityId }) => entityId)).toEqual([lost]);
    expect(failures[0]?.message).toContain('without a token');
  });

  test('an outage holds everything, and nothing is marked as failed for it', async () => {
    await fleet(20);
    service.fault = () => turnedAway(503, 'Maintenance.');
    reads.wake();
    await pass(30_000);
    expect(reads.pause()?.message).toBe('Maintenance.');
    expect(service.asked.length).toBeLessThan(50);
    service.fault = () => null;
    await pass(20_000);
    const { resources } = await statusOf();
    expect(resources.every(({ fresh }) => fresh === 20)).toBe(true);
  });
});

describe('many failures', () => {
  test('after an outage another read looks each time: those that fail for ever do not keep it up', async () => {
    const ids = await fleet(40);
    const bad = new Set(ids.slice(0, 12));
    service.fault = (id) => (bad.has(id) ? turnedAway(503, 'Away.') : null);
    reads.wake();
    await pass(120_000);
    expect(reads.pause()).toBeNull();
    for (const { fresh, failed } of (await statusOf()).resources.slice(0, 5)) {
      expect([fresh, failed]).toEqual([28, 12]);
    }
  });

  test('one that is turned away waits for as long as the Service asks', async () => {
    const [bad = ''] = await fleet(5);
    service.fault = (id) =>
      id === bad
        ? new UpstreamFault('server-error', 'Away.', { status: 503, retryAfterS: 60 })
        : null;
    reads.wake();
    await pass(50_000);
    const tried = service.asked.filter(({ entityId }) => entityId === bad);
    // Once for each resource; its history is not known to be due yet.
    expect(tried).toHaveLength(5);
    expect((await statusOf()).resources.every(({ fresh }) => fresh === 4)).toBe(true);
  });
});

describe('sessions', () => {
  test('one that is told differently gets a version, one that is not listed any more is kept', async () => {
    const [id = ''] = await fleet(1);
    const [recent] = service.entities.get(id)?.sessions ?? [];
    if (recent === undefined) throw new Error('no session');
    reads.wake();
    await pass(5000);
    const changed = chargeSession({ startMs: clock.now() - DAY_MS, energy: 11, id: recent.id });
    service.entities.set(id, { sessions: [changed] });
    await pass(DAY_MS);
    const versions = (await sessionsOf(id)).filter((row) => row.id === recent.id);
    expect(versions.map(({ version, current, energy }) => [version, current, energy])).toEqual([
      [1, 0, 10_000_000],
      [2, 1, 11_000_000],
    ]);
    service.entities.set(id, { sessions: [] });
    await pass(DAY_MS);
    const gone = (await sessionsOf(id)).filter((row) => row.id === recent.id);
    expect(gone.map(({ current, gone_at: at }) => [current, at !== null])).toEqual([
      [0, false],
      [0, true],
    ]);
  });
});

test('a session that vanished weeks ago is noticed by the weekly read', async () => {
  const [id = ''] = await fleet(1);
  const [recent, ancient] = service.entities.get(id)?.sessions ?? [];
  if (recent === undefined || ancient === undefined) throw new Error('no session');
  const vanishing = chargeSession({ startMs: clock.now() - 20 * DAY_MS, energy: 3 });
  service.entities.set(id, { sessions: [recent, vanishing, ancient] });
  reads.wake();
  await pass(5000);
  service.entities.set(id, { sessions: [recent, ancient] });
  const readAgain = async (wide: { wide_at?: number }) => {
    await db
      .updateTable('fleet_reads')
      .where('resource', '=', 'sessions')
      .set({ due_at: clock.now(), ...wide })
      .execute();
    reads.wake();
    await pass(2000);
    const rows = await sessionsOf(id);
    return rows.filter((row) => row.current === 1).map((row) => row.id);
  };
  // The daily read goes back a week, and is told the same as before.
  expect(await readAgain({})).toContain(vanishing.id);
  const listed = await readAgain({ wide_at: clock.now() - 8 * DAY_MS });
  expect(listed.toSorted()).toEqual([recent.id, ancient.id].toSorted());
});

describe('the history', () => {
  test('is read as far back as a report asks for, before its time', async () => {
    const [id = ''] = await fleet(1);
    reads = make(null);
    const from = clock.now() - 800 * DAY_MS;
    await askReads(
      db,
      { entityIds: [id], resources: ['sessions', 'history'], historyFrom: from },
      clock.now(),
    );
    reads.wake();
    await pass(5000);
    const record = await db
      .selectFrom('fleet_reads')
      .where('resource', '=', 'sessions')
      .select('known_from')
      .executeTakeFirst();
    expect(record?.known_from).toBe(from);
    expect(await sessionsOf(id)).toHaveLength(2);
  });
});
