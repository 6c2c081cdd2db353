import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { CARS, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { nextTurn } from '../../../store/testing/postgres-store.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { readHistory } from '../batches/batch-rows.ts';
import { wholeBatch } from '../testing/whole-batch.ts';
import { createObserver, type Observer } from './observe.ts';
import { intervalAt, GIVE_UP_MS } from './read-plan.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { createRefresh } from '../batches/batch-routes.ts';
import { createTracker, type Tracker } from './tracker.ts';

const [CAR] = CARS;
const WAIT_MS = 10 * 60_000;
let clock: ManualClock;
let db: Kysely<Store>;
let tracker: Tracker;
let observer: Observer;
let asked: { at: number; commandId: string }[];
let errors: unknown[];
let answer: (commandId: string) => Command | UpstreamFault;

function raw(value: unknown): RawAnswer {
  return {
    status: 200,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(JSON.stringify(value)),
  };
}

const call = (_endpoint: unknown, input: { params: Readonly<Record<string, string>> }) => {
  const id = input.params['commandId'] ?? '';
  asked.push({ at: clock.now(), commandId: id });
  const reply = answer(id);
  return reply instanceof UpstreamFault ? Promise.reject(reply) : Promise.resolve(raw(reply));
};

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  asked = [];
  errors = [];
  answer = (id) => aCommand(id);
  await importDirectory(db, SMALL_DIRECTORY, 'import', clock.now());
  observer = createObserver({ db, clock, verificationWaitMs: WAIT_MS, onChange: () => {} });
  tracker = createTracker({
    db,
    clock,
    upstream: { call },
    budget: createRequestBudget(20, clock).limiter('tracker'),
    breaker: createOutageBreaker(clock),
    observer,
    onError: (error) => errors.push(error),
  });
});
afterEach(async () => {
  await tracker.stop();
  if (errors.length > 0) throw new AggregateError(errors, 'the tracker itself failed');
});

/** Stores an accepted dispatch with these Commands. */
const accepted = (commands: Command[], kind: 'now' | 'schedule' = 'now') =>
  storeBatch(
    db,
    { kind, commands, members: [...new Set(commands.map(({ entityId }) => entityId))] },
    clock.now(),
  );

/** Waits until all reads in flight are done: the store answers without real waiting. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    await nextTurn();
  }
}

async function advance(ms: number, step = 250): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advance(Math.min(step, end - clock.now()));
    await settle();
  }
}

describe('the tracker', () => {
  test('tracks a Command until nothing can change, and keeps each change with its time', async () => {
    const id = randomUUID();
    const key = await accepted([aCommand(id)]);
    const start = clock.now();
    tracker.wake();
    await advance(1000);
    expect(asked).toEqual([]);
    await advance(1000);
    expect(asked).toHaveLength(1);
    answer = (which) => aCommand(which, { status: 'Sent' });
    await advance(2000);
    const verification = { status: 'Pending', completedAt: null, error: null };
    answer = (which) => aCommand(which, { status: 'Succeeded', verification });
    await advance(2000);
    expect((await wholeBatch(db, key)).batch.settled).toBe(false);
    answer = (which) =>
      aCommand(which, {
        status: 'Succeeded',
        verification: { ...verification, status: 'Succeeded' },
      });
    await advance(2000);
    const last = asked.length;
    await advance(60_000);
    expect(asked).toHaveLength(last);

    const kept = await wholeBatch(db, key);
    expect(kept.batch).toMatchObject({ settled: true, verdictCounts: { verified: 1 } });
    const { observations } = await readHistory(db, key, 0, 0);
    expect(observations.map((seen) => [seen.status, seen.verification === null])).toEqual([
      ['Pending', true],
      ['Sent', true],
      ['Succeeded', false],
      ['Succeeded', false],
    ]);
    expect(observations[0]?.seenAt).toBe(isoInstant(start));
    for (const [index, seen] of observations.slice(1).entries()) {
      expect(Date.parse(seen.seenAt)).toBeGreaterThan(
        Date.parse(observations[index]?.seenAt ?? ''),
      );
    }
  });

  test('does not read a scheduled Command before its time', async () => {
    const at = clock.now() + 90_000;
    await accepted([aCommand(randomUUID(), { triggerTime: isoInstant(at) })], 'schedule');
    tracker.wake();
    await advance(89_000);
    expect(asked).toEqual([]);
    await advance(2000);
    expect(asked[0]?.at).toBeGreaterThanOrEqual(at);
    expect(asked[0]?.at).toBeLessThan(at + 1000);
  });

  test('reads a Command for now at once, even if the Service dates it tomorrow', async () => {
    const tomorrow = isoInstant(clock.now() + 86_400_000);
    await accepted([aCommand(randomUUID(), { triggerTime: tomorrow })]);
    tracker.wake();
    await advance(2000);
    expect(asked).toHaveLength(1);
  });

  test('stays within 20 requests a second with 200 Commands', async () => {
    await accepted(Array.from({ length: 200 }, () => aCommand(randomUUID())));
    tracker.wake();
    await advance(11_500);
    expect(asked.length).toBeGreaterThan(150);
    for (const { at } of asked) {
      const within = asked.filter((other) => other.at >= at && other.at < at + 1000).length;
      expect(within).toBeLessThanOrEqual(20);
    }
    expect(new Set(asked.map((each) => each.commandId)).size).toBeGreaterThan(150);
  });

  test('keeps the reason of a failed read, continues, and drops the reason', async () => {
    const key = await accepted([aCommand(randomUUID())]);
    answer = () =>
      new UpstreamFault('refused', 'x', {
        status: 404,
        errors: [{ code: null, message: 'Gone', description: null }],
      });
    tracker.wake();
    await advance(2000);
    expect((await wholeBatch(db, key)).rows[0]?.readError).toBe('Gone');
    answer = (id) => aCommand(id, { status: 'Failed' });
    await advance(10_000);
    const [row] = (await wholeBatch(db, key)).rows;
    expect([row?.readError, row?.status]).toEqual([null, 'Failed']);
  });

  test('pauses all reads while the Service is away, as long as it asks', async () => {
    await accepted(Array.from({ length: 100 }, () => aCommand(randomUUID())));
    answer = () => new UpstreamFault('server-error', 'busy', { status: 503, retryAfterS: 20 });
    tracker.wake();
    await advance(2000);
    const before = asked.length;
    // Three notice it; others are in flight by then.
    expect(before).toBeGreaterThanOrEqual(3);
    expect(before).toBeLessThanOrEqual(10);
    await advance(15_000);
    expect(asked).toHaveLength(before);
    await advance(6000);
    expect(asked).toHaveLength(before + 1);
  });

  test('a refused Command waits as long as the Service asks; the others are tracked', async () => {
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const [away] = ids;
    await accepted(ids.map((id) => aCommand(id)));
    answer = (id) =>
      id === away
        ? new UpstreamFault('server-error', 'busy', { status: 503, retryAfterS: 60 })
        : aCommand(id, { status: 'Sent' });
    const asksOf = (isAway: boolean) =>
      asked.filter(({ commandId }) => (commandId === away) === isAway).length;
    tracker.wake();
    await advance(30_000);
    expect(asksOf(true)).toBe(1);
    expect(asksOf(false)).toBeGreaterThan(20);
    await advance(40_000);
    expect(asksOf(true)).toBe(2);
  });

  test('gives up after a day and shows that', async () => {
    const key = await accepted([aCommand(randomUUID(), { status: 'Sent' })]);
    answer = (id) => aCommand(id, { status: 'Sent' });
    clock.advance(GIVE_UP_MS);
    tracker.wake();
    await advance(1000);
    const kept = await wholeBatch(db, key);
    expect(kept.batch.settled).toBe(true);
    expect(kept.rows[0]?.readError).toContain('Still Sent after 24 h');
    const last = asked.length;
    await advance(600_000, 5000);
    expect(asked).toHaveLength(last);
  });

  test('waits for a verification with growing pauses, and shows that none came', async () => {
    const key = await accepted([aCommand(randomUUID())]);
    answer = (id) => aCommand(id, { status: 'Succeeded' });
    tracker.wake();
    await advance(2000);
    expect((await wholeBatch(db, key)).batch).toMatchObject({ settled: false });
    await advance(WAIT_MS);
    const kept = await wholeBatch(db, key);
    expect(kept.batch.settled).toBe(true);
    expect(kept.rows[0]?.readError).toBe('No verification was reported within 10 min.');
    const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
    expect(asked.length).toBeLessThan(12);
    expect(gaps.slice(0, -1)).toEqual(gaps.slice(0, -1).toSorted((a, b) => a - b));
    await advance(WAIT_MS);
    expect(asked).toHaveLength(gaps.length + 1);
  });

  test('reads a verification that comes later and marks it late', async () => {
    const id = randomUUID();
    const key = await accepted([aCommand(id)]);
    answer = (which) => aCommand(which, { status: 'Succeeded' });
    tracker.wake();
    await advance(WAIT_MS + 4000);
    const [settled] = (await wholeBatch(db, key)).rows;
    expect([settled?.settled, settled?.lateChangeAt]).toEqual([true, null]);
    const verification = { status: 'Succeeded', completedAt: null, error: null };
    await observer.learn(aCommand(id, { status: 'Succeeded', verification }));
    const [row] = (await wholeBatch(db, key)).rows;
    expect(row).toMatchObject({
      settled: true,
      readError: null,
      lateChangeAt: isoInstant(clock.now()),
    });
    const { observations } = await readHistory(db, key, 0, 0);
    expect(observations.map(({ late }) => late)).toEqual([false, false, true]);
  });

  test('reads a given-up Command again on request, and tracks it if it changed', async () => {
    const key = await accepted([aCommand(randomUUID(), { status: 'Sent' })]);
    const refresh = createRefresh({ db, clock, tracker });
    answer = (id) => aCommand(id, { status: 'Sent' });
    clock.advance(GIVE_UP_MS);
    tracker.wake();
    await advance(1000);
    const read = asked.length;
    const rows = await db.selectFrom('sent_commands').selectAll().execute();
    expect(rows[0]?.settled).toBe(1);
    expect(await refresh(key)).toBe(1);
    await advance(600_000, 5000);
    expect(asked).toHaveLength(read + 1);
    expect((await wholeBatch(db, key)).batch.settled).toBe(true);
    answer = (id) => aCommand(id, { status: 'Failed' });
    expect(await refresh(key)).toBe(1);
    await advance(1000);
    const [row] = (await wholeBatch(db, key)).rows;
    expect([row?.status, row?.readError, row?.lateChangeAt]).toEqual([
      'Failed',
      null,
      isoInstant(row === undefined ? 0 : Date.parse(row.changedAt ?? '')),
    ]);
  });

  test.each([
    ['an hour', 3_600_000],
    ['a day', 86_400_000],
  ])('rechecks a settled Command after %s, and shows that it went back', async (_name, ms) => {
    const verification = { status: 'Succeeded', completedAt: null, error: null };
    const done = { status: 'Succeeded', verification };
    const key = await accepted([aCommand(randomUUID(), done)]);
    answer = (id) => aCommand(id, done);
    tracker.wake();
    await advance(ms - 60_000, 60_000);
    expect((await wholeBatch(db, key)).batch.settled).toBe(true);
    answer = (id) => aCommand(id, { status: 'Sent' });
    await advance(180_000, 60_000);
    const { batch, rows } = await wholeBatch(db, key);
    expect(rows[0]).toMatchObject({ status: 'Sent', verification: null });
    expect(rows[0]?.lateChangeAt).not.toBeNull();
    expect(batch.verdictCounts).toEqual({ sent: 1 });
  });

  test('rechecks a settled Command twice and no more, even if it cannot be read', async () => {
    await accepted([aCommand(randomUUID(), { status: 'Failed' })]);
    answer = () => {
      throw new UpstreamFault('refused', 'There is no such Command.', { status: 404 });
    };
    tracker.wake();
    await advance(3 * 86_400_000, 3_600_000);
    expect(asked).toHaveLength(2);
    const [row] = await db.selectFrom('sent_commands').selectAll().execute();
    expect(row).toMatchObject({ status: 'Failed', settled: 1, recheck_at: null });
  });

  test('checks a far-off Command every quarter of an hour, and sees that others canceled it', async () => {
    const at = clock.now() + 3_600_000;
    const key = await accepted(
      [aCommand(randomUUID(), { triggerTime: isoInstant(at) })],
      'schedule',
    );
    tracker.wake();
    await advance(35 * 60_000, 5000);
    expect(asked.map((each) => each.at)).toHaveLength(2);
    answer = (id) => aCommand(id, { status: 'Canceled' });
    await advance(16 * 60_000, 5000);
    expect((await wholeBatch(db, key)).batch).toMatchObject({
      settled: true,
      verdictCounts: { canceled: 1 },
    });
  });

  test('a batch of thousands does not starve a small one', async () => {
    await accepted(Array.from({ length: 2000 }, () => aCommand(randomUUID())));
    tracker.wake();
    await advance(10_000);
    const small: string[] = [randomUUID(), randomUUID(), randomUUID()];
    await accepted(small.map((id) => aCommand(id)));
    tracker.wake();
    const before = asked.length;
    await advance(4000);
    const seen = asked.slice(before).filter((each) => small.includes(each.commandId));
    expect(new Set(seen.map((each) => each.commandId)).size).toBe(3);
  });

  test('Commands that are due go before those only checked ahead', async () => {
    const far = isoInstant(clock.now() + 86_400_000);
    await accepted(
      Array.from({ length: 300 }, () => aCommand(randomUUID(), { triggerTime: far })),
      'schedule',
    );
    tracker.wake();
    clock.advance(15 * 60_000 - 1500);
    const now: string[] = Array.from({ length: 40 }, () => randomUUID());
    await accepted(now.map((id) => aCommand(id)));
    tracker.wake();
    answer = (id) => aCommand(id, { status: 'Failed' });
    await advance(5000);
    const first = asked.findIndex((each) => each.at >= clock.now() - 3500);
    const others = asked.slice(first).filter((each) => !now.includes(each.commandId));
    expect(asked.filter((each) => now.includes(each.commandId))).toHaveLength(40);
    expect(others.length).toBeLessThan(40);
  });

  test('stores the answer to a cancellation', async () => {
    const id = randomUUID();
    const key = await accepted([aCommand(id)]);
    await observer.learn(aCommand(id, { status: 'Canceled' }));
    expect((await wholeBatch(db, key)).batch).toMatchObject({
      settled: true,
      verdictCounts: { canceled: 1 },
    });
  });

  test('keeps a Command of an unknown Entity, and counts one listed twice once', async () => {
    const id = randomUUID();
    const stranger = randomUUID();
    const commands = [aCommand(id), aCommand(id), aCommand(randomUUID(), { entityId: stranger })];
    const key = await storeBatch(db, { commands }, clock.now());
    const { rows } = await wholeBatch(db, key);
    const isCommanded = new Map(rows.map((row) => [row.entityId, row.commandId !== null]));
    expect(rows).toHaveLength(3);
    expect(isCommanded).toEqual(
      new Map([
        [CAR, true],
        [CARS[1], false],
        [stranger, true],
      ]),
    );
  });
});

test('the older a Command, the more rarely it is read', () => {
  const ages = [0, 60_000, 300_000, 1_800_000, 7_200_000].map(intervalAt);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(new Set(ages).size).toBe(ages.length);
});

test('of the words of a device, a limited length is kept', async () => {
  const long = 'x'.repeat(200_000);
  const id = randomUUID();
  const dispatchId = await accepted([aCommand(id)]);
  await observer.learn({
    ...aCommand(id),
    status: 'Failed',
    error: { title: 'Offline', description: long },
  });
  const { rows } = await wholeBatch(db, dispatchId);
  expect(rows[0]?.error?.description).toBe(`${'x'.repeat(2000)}… (200,000 characters)`);
});
