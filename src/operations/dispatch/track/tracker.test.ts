import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { nextTurn } from '../../../store/testing/postgres-store.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { rawAnswer } from '../../../bff/testing/raw-answer.ts';
import { readHistory } from '../batches/batch-rows.ts';
import { wholeBatch } from '../testing/whole-batch.ts';
import { createObserver, type Observer } from './observe.ts';
import { intervalAt, GIVE_UP_MS } from './read-plan.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { createRefresh } from '../batches/batch-routes.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { createTracker, type Tracker } from './tracker.ts';

const WAIT_MS = 10 * 60_000;
let clock: ManualClock;
let db: Kysely<Store>;
let tracker: Tracker;
let observer: Observer;
let asked: { at: number; commandId: string }[];
let errors: unknown[];
let answer: (commandId: string) => Command | UpstreamFault;

const call = (_endpoint: unknown, input: { params: Readonly<Record<string, string>> }) => {
  const id = input.params['commandId'] ?? '';
  asked.push({ at: clock.now(), commandId: id });
  const reply = answer(id);
  return reply instanceof UpstreamFault ? Promise.reject(reply) : Promise.resolve(rawAnswer(reply));
};

beforeEach(async () => {
  clock = manualClock();
  db = await smallStore(clock.now());
  asked = [];
  errors = [];
  answer = (id) => aCommand(id);
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

/** Stores an accepted dispatch with these Commands of one Entity. */
const accepted = (commands: Command[], kind: 'now' | 'schedule' = 'now') => {
  const members = commands.slice(0, 1).map(({ entityId }) => entityId);
  return storeBatch(db, { kind, commands, members }, clock.now());
};

/** An Entity has so many of them. */
const many = (count: number, more: Partial<Command> = {}) =>
  Array.from({ length: count }, () => aCommand(randomUUID(), more));
const says = (more: Partial<Command>) => {
  answer = (id) => aCommand(id, more);
};
const busy = (retryAfterS: number) =>
  new UpstreamFault('server-error', 'busy', { status: 503, retryAfterS });
const verified = (status: string) => ({ status, completedAt: null, error: null });
const batchOf = async (key: string) => (await wholeBatch(db, key)).batch;
const isSettled = async (key: string) => (await batchOf(key)).settled;
const rowOf = async (key: string) => (await wholeBatch(db, key)).rows[0];
const historyOf = async (key: string) => (await readHistory(db, key, 0, 0)).observations;
const begin = (ms: number, step?: number) => {
  tracker.wake();
  return advance(ms, step);
};

/** Lets time pass; the store answers without real waiting. */
async function advance(ms: number, step = 250): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advance(Math.min(step, end - clock.now()));
    for (let turn = 0; turn < 60; turn += 1) await nextTurn();
  }
}

test('tracks a Command until nothing can change, and keeps each change with its time', async () => {
  const id = randomUUID();
  const key = await accepted([aCommand(id)]);
  const start = clock.now();
  await begin(1000);
  expect(asked).toEqual([]);
  await advance(1000);
  expect(asked).toHaveLength(1);
  says({ status: 'Sent' });
  await advance(2000);
  says({ status: 'Succeeded', verification: verified('Pending') });
  await advance(2000);
  expect(await isSettled(key)).toBe(false);
  says({ status: 'Succeeded', verification: verified('Succeeded') });
  await advance(2000);
  const { length } = asked;
  await advance(60_000);
  expect(asked).toHaveLength(length);
  expect(await batchOf(key)).toMatchObject({ settled: true, verdictCounts: { verified: 1 } });
  const observations = await historyOf(key);
  const told = observations.map((seen) => `${seen.status} ${seen.verification?.status ?? ''}`);
  expect(told).toEqual(['Pending ', 'Sent ', 'Succeeded Pending', 'Succeeded Succeeded']);
  const times = observations.map(({ seenAt }) => Date.parse(seenAt));
  expect(times[0]).toBe(start);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

test('does not read a scheduled Command before its time, and one for now at once', async () => {
  const at = clock.now() + 90_000;
  await accepted(many(1, { triggerTime: isoInstant(at) }), 'schedule');
  await begin(89_000);
  expect(asked).toEqual([]);
  await advance(2000);
  expect(asked[0]?.at).toBeGreaterThanOrEqual(at);
  expect(asked[0]?.at).toBeLessThan(at + 1000);
  // One for now is read at once, even if the Service dates it tomorrow.
  const soon = many(1, { triggerTime: isoInstant(at + 86_400_000) });
  await accepted(soon);
  await begin(2000);
  expect(asked.map(({ commandId }) => commandId)).toContain(soon[0]?.id);
});

test('stays within 20 requests a second with 200 Commands', async () => {
  await accepted(many(200));
  await begin(11_500);
  for (const { at } of asked) {
    const within = asked.filter((other) => other.at >= at && other.at < at + 1000).length;
    expect(within).toBeLessThanOrEqual(20);
  }
  expect(new Set(asked.map((each) => each.commandId)).size).toBeGreaterThan(150);
});

test('keeps the reason of a failed read, continues, and drops the reason', async () => {
  const key = await accepted(many(1));
  const gone = [{ code: null, message: 'Gone', description: null }];
  answer = () => new UpstreamFault('refused', 'x', { status: 404, errors: gone });
  await begin(2000);
  expect((await rowOf(key))?.readError).toBe('Gone');
  says({ status: 'Failed' });
  await advance(10_000);
  expect(await rowOf(key)).toMatchObject({ readError: null, status: 'Failed' });
});

test('pauses all reads while the Service is away, as long as it asks', async () => {
  await accepted(many(100));
  answer = () => busy(20);
  await begin(2000);
  const before = asked.length;
  expect(before).toBeGreaterThanOrEqual(3);
  expect(before).toBeLessThanOrEqual(10);
  await advance(15_000);
  expect(asked).toHaveLength(before);
  await advance(6000);
  expect(asked).toHaveLength(before + 1);
});

test('a refused Command waits as long as the Service asks; the others are tracked', async () => {
  const commands = many(10);
  const away = commands[0]?.id;
  await accepted(commands);
  answer = (id) => (id === away ? busy(60) : aCommand(id, { status: 'Sent' }));
  const asks = () => asked.filter(({ commandId }) => commandId === away).length;
  await begin(30_000);
  expect(asks()).toBe(1);
  expect(asked.length).toBeGreaterThan(21);
  await advance(40_000);
  expect(asks()).toBe(2);
});

test('waits for a verification with growing pauses, and shows that none came', async () => {
  const id = randomUUID();
  const key = await accepted([aCommand(id)]);
  says({ status: 'Succeeded' });
  await begin(2000);
  expect(await isSettled(key)).toBe(false);
  await advance(WAIT_MS);
  expect(await isSettled(key)).toBe(true);
  expect((await rowOf(key))?.readError).toBe('No verification was reported within 10 min.');
  const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  expect(asked.length).toBeLessThan(12);
  expect(gaps.slice(0, -1)).toEqual(gaps.slice(0, -1).toSorted((a, b) => a - b));
  await advance(WAIT_MS);
  expect(asked).toHaveLength(gaps.length + 1);
  expect((await rowOf(key))?.lateChangeAt).toBeNull();
  // One that comes later is kept, and marked late.
  await observer.learn(aCommand(id, { status: 'Succeeded', verification: verified('Succeeded') }));
  expect(await rowOf(key)).toMatchObject({ settled: true, readError: null });
  expect((await historyOf(key)).map(({ late }) => late)).toEqual([false, false, true]);
});

test('gives up after a day and shows that, reads it again on request, and tracks it if it changed', async () => {
  const key = await accepted(many(1, { status: 'Sent' }));
  const refresh = createRefresh({ db, clock, tracker });
  says({ status: 'Sent' });
  clock.advance(GIVE_UP_MS);
  await begin(1000);
  expect((await rowOf(key))?.readError).toContain('Still Sent after 24 h');
  const read = asked.length;
  await advance(600_000, 5000);
  expect(asked).toHaveLength(read);
  expect(await refresh(key)).toBe(1);
  await advance(600_000, 5000);
  expect(asked).toHaveLength(read + 1);
  says({ status: 'Failed' });
  expect(await refresh(key)).toBe(1);
  await advance(1000);
  const row = await rowOf(key);
  expect(row).toMatchObject({ status: 'Failed', readError: null });
  expect(row?.lateChangeAt).toBe(row?.changedAt);
});

test.each([1, 24])(
  'rechecks a settled Command after %i h, and shows that it went back',
  async (hours) => {
    const done = { status: 'Succeeded', verification: verified('Succeeded') };
    const key = await accepted(many(1, done));
    says(done);
    await begin(hours * 3_600_000 - 60_000, 60_000);
    expect(await isSettled(key)).toBe(true);
    says({ status: 'Sent' });
    await advance(180_000, 60_000);
    const row = await rowOf(key);
    expect(row).toMatchObject({ status: 'Sent', verification: null });
    expect(row?.lateChangeAt).not.toBeNull();
    expect((await batchOf(key)).verdictCounts).toEqual({ sent: 1 });
  },
);

test('rechecks a settled Command twice and no more, even if it cannot be read', async () => {
  await accepted(many(1, { status: 'Failed' }));
  answer = () => new UpstreamFault('refused', 'There is no such Command.', { status: 404 });
  await begin(3 * 86_400_000, 3_600_000);
  expect(asked).toHaveLength(2);
  const [row] = await db.selectFrom('sent_commands').selectAll().execute();
  expect(row).toMatchObject({ status: 'Failed', settled: 1, recheck_at: null });
});

test('checks a far-off Command every quarter of an hour, and sees that others canceled it', async () => {
  const at = clock.now() + 3_600_000;
  const key = await accepted(many(1, { triggerTime: isoInstant(at) }), 'schedule');
  await begin(35 * 60_000, 5000);
  expect(asked).toHaveLength(2);
  says({ status: 'Canceled' });
  await advance(16 * 60_000, 5000);
  expect(await batchOf(key)).toMatchObject({ settled: true, verdictCounts: { canceled: 1 } });
});

test('a batch of thousands does not starve a small one', async () => {
  await accepted(many(2000));
  await begin(10_000);
  const small = many(3);
  await accepted(small);
  await begin(4000);
  const seen = asked.map((each) => each.commandId);
  expect(seen).toEqual(expect.arrayContaining(small.map(({ id }) => id)));
});

test('Commands that are due go before those only checked ahead', async () => {
  await accepted(many(300, { triggerTime: isoInstant(clock.now() + 86_400_000) }), 'schedule');
  tracker.wake();
  clock.advance(15 * 60_000 - 1500);
  const due = many(40);
  await accepted(due);
  says({ status: 'Failed' });
  await begin(5000);
  const isDue = (each: { commandId: string }) => due.some(({ id }) => id === each.commandId);
  expect(asked.filter(isDue)).toHaveLength(40);
  const later = asked.filter(({ at }) => at >= clock.now() - 3500);
  expect(later.filter((each) => !isDue(each)).length).toBeLessThan(40);
});

test('the older a Command, the more rarely it is read', () => {
  const ages = [0, 60_000, 300_000, 1_800_000, 7_200_000].map(intervalAt);
  expect(ages).toEqual([...new Set(ages)].toSorted((a, b) => a - b));
});

test('of the words of a device, a limited length is kept', async () => {
  const id = randomUUID();
  const key = await accepted([aCommand(id)]);
  const error = { title: 'Offline', description: 'x'.repeat(200_000) };
  await observer.learn(aCommand(id, { status: 'Failed', error }));
  const told = (await rowOf(key))?.error?.description;
  expect(told).toMatch(/^x{2000}… \(200,000 characters\)$/u);
});
