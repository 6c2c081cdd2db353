import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import type { Resolution } from '../../../contract/console/resolution.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { CARS, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { unknownDispatch } from '../../../server/testing/unknown-dispatch.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import type { CallInput } from '../../../bff/upstream/client.ts';
import type { OffsetRange } from '../../../bff/upstream/service-clock.ts';
import type { RawAnswer } from '../../../bff/upstream/exchange.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { readBatch } from '../batches/batches.ts';
import { recordOutcome } from '../send/ledger.ts';
import { latestResolutions } from './read-resolution.ts';
import { readRetryOutlook } from '../batches/retry-outlook.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { createResolver, type Resolver } from './resolver.ts';

const LIMITS = { slackMs: 900_000, settleMs: 15_000, sendWithinMs: 20_000, horizonMs: 1_800_000 };
/** The Service's clock by its Date headers. */
let dates: OffsetRange | null;
const [FIRST, SECOND] = CARS;

let clock: ManualClock;
let db: Kysely<Store>;
let resolver: Resolver;
/** Commands that the Service holds, by Entity; a fault: they cannot be read. */
let held: Map<string, Command[] | UpstreamFault>;
let reads: CallInput[];
let errors: unknown[];

const PAGE = 2;

/** Answers a page of an Entity's Commands as the Service does. */
function call(_endpoint: unknown, input: CallInput): Promise<RawAnswer> {
  reads.push(input);
  const own = held.get(input.params['entityId'] ?? '') ?? [];
  if (own instanceof UpstreamFault) return Promise.reject(own);
  const from = Number(input.query.continuationToken ?? 0);
  const next = from + PAGE < own.length ? String(from + PAGE) : null;
  const body = { data: own.slice(from, from + PAGE), meta: { continuationToken: next } };
  return Promise.resolve({
    status: 200,
    contentType: 'application/json',
    dateMs: null,
    retryAfterS: null,
    body: Buffer.from(JSON.stringify(body)),
  });
}

function start(): Resolver {
  return createResolver({
    db,
    clock,
    upstream: { call, clockOffset: () => dates },
    budget: createRequestBudget(500, clock).limiter('resolver'),
    breaker: createOutageBreaker(clock),
    limits: LIMITS,
    onChange: () => {},
    onError: (error) => errors.push(error),
  });
}

beforeEach(async () => {
  clock = manualClock();
  db = await memoryStore();
  held = new Map();
  reads = [];
  errors = [];
  dates = { lowMs: -300, highMs: 300 };
  await importDirectory(db, SMALL_DIRECTORY, 'import', clock.now());
  resolver = start();
});
afterEach(async () => {
  await resolver.stop();
  if (errors.length > 0) throw new AggregateError(errors, 'the resolver itself failed');
});

/** Stores a dispatch whose outcome is unknown. */
const unknown = (type = 'StopCharging', more: { at?: number } = {}): Promise<string> =>
  unknownDispatch(db, { now: clock.now(), dates, type, ...more });

const command = (entityId: string, at = clock.now(), more: Partial<Command> = {}): Command =>
  aCommand(randomUUID(), { entityId, triggerTime: isoInstant(at), ...more });

/** Lets everything that is under way come to rest, and what the clock holds back for a moment. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    const next = clock.next();
    if (next !== null && next <= 50) clock.advance(next);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function wake(): Promise<void> {
  resolver.wake();
  await settle();
}

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

async function resolutionOf(id: string): Promise<Resolution> {
  const found = (await latestResolutions(db, [id])).get(id);
  if (found === undefined) throw new Error('no check');
  return found;
}
const batchOf = (id: string) => readBatch(db, id, undefined, clock.now());

const setSending = (id: string) =>
  db.updateTable('intents').set({ outcome: 'sending' }).where('id', '=', id).execute();

describe('a dispatch that landed', () => {
  test('on all: its Commands are taken in, with what was seen of them, and it counts as known', async () => {
    const id = await unknown();
    const commands = CARS.map((car) => command(car, clock.now() + 1000));
    for (const [index, car] of CARS.entries()) {
      const own = commands[index];
      if (own !== undefined) held.set(car, [command(car, clock.now(), { type: 'Reset' }), own]);
    }
    await wake();
    expect(await resolutionOf(id)).toMatchObject({
      state: 'done',
      operatorName: null,
      total: 2,
      counts: { certain: 2, probable: 0, none: 0, unchecked: 0 },
      adopted: 2,
      failures: [],
      verdict: 'landed',
      canSendAgain: false,
    });
    const { batch, rows } = await batchOf(id);
    expect(batch).toMatchObject({ outcome: 'unknown', open: 2, settled: false });
    expect(rows.map((row) => [row.commandId, row.matched, row.evidence])).toEqual(
      commands.map((own) => [own.id, 'certain', 'certain']),
    );
    const observed = await db.selectFrom('command_observations').selectAll().execute();
    expect(observed.map((row) => [row.sequence, row.status])).toEqual([
      [0, 'Pending'],
      [0, 'Pending'],
    ]);
  });

  test('on some: says on how many, and how many not', async () => {
    const id = await unknown();
    held.set(FIRST, [command(FIRST)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'partly',
      canSendAgain: false,
      counts: { certain: 1, none: 1 },
    });
  });

  test('with a plan: the instants are read exactly, however far ahead', async () => {
    const at = clock.now() + 40 * 86_400_000;
    const id = await unknown('StopCharging', { at });
    for (const car of CARS) held.set(car, [command(car, at)]);
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('landed');
    const [query] = reads.map((input) => input.query);
    expect([query?.start, query?.end]).toEqual([isoInstant(at), isoInstant(at + 1000)]);
  });

  test('every page is read', async () => {
    const id = await unknown();
    for (const car of CARS) {
      const others = Array.from({ length: 4 }, () => command(car, clock.now(), { type: 'Reset' }));
      held.set(car, [...others, command(car)]);
    }
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('landed');
    expect(reads).toHaveLength(6);
  });
});

describe('a dispatch of which nothing is found', () => {
  test('is too early to call at first; then not found until a time, and looked for again for a day', async () => {
    const sentAt = clock.now();
    const id = await unknown();
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'too-early', canSendAgain: false });
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', canSendAgain: true });
    expect((await batchOf(id)).batch.settled).toBe(true);
    const { checkedUntil, nextCheckAt, horizonAt } = await resolutionOf(id);
    expect([checkedUntil, nextCheckAt, horizonAt].map((at) => Date.parse(at ?? ''))).toEqual([
      sentAt + LIMITS.settleMs,
      sentAt + 60_000,
      sentAt + LIMITS.horizonMs,
    ]);
    const looked: number[] = [];
    for (let hours = 0; hours < 30; hours += 1) {
      const before = reads.length;
      await advance(3_600_000);
      if (reads.length > before) looked.push(hours + 1);
    }
    expect(looked).toEqual([1, 3, 8, 24]);
    expect((await resolutionOf(id)).nextCheckAt).toBeNull();
  });

  test.each([
    ['a minute', 61_000],
    ['eight hours', 8 * 3_600_000 + 1000],
  ])('but is found %s later: the batch has landed, marked late', async (_name, ms) => {
    const id = await unknown();
    const at = clock.now() + 14_000;
    await wake();
    await advance(LIMITS.settleMs);
    expect((await resolutionOf(id)).verdict).toBe('none');
    for (const car of CARS) held.set(car, [command(car, at)]);
    await advance(ms - LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', canSendAgain: false });
    const { batch, rows } = await batchOf(id);
    expect(batch.lateFindAt).not.toBeNull();
    expect(batch.unaccounted).toBe(0);
    expect(rows.map((row) => row.foundLateAt !== null)).toEqual([true, true]);
  });

  test('a Command that somebody’s own read shows has the dispatch checked at once', async () => {
    const id = await unknown();
    await wake();
    await advance(LIMITS.settleMs);
    const late = CARS.map((car) => command(car));
    for (const own of late) held.set(own.entityId, [own]);
    await advance(1000);
    await resolver.note(FIRST, [command(FIRST, clock.now(), { type: 'Reset' })]);
    await settle();
    expect((await resolutionOf(id)).verdict).toBe('none');
    await resolver.note(FIRST, late.slice(0, 1));
    await settle();
    expect((await resolutionOf(id)).verdict).toBe('landed');
  });

  test('and was closed as not landed before the Service had time: what appears then is a late find', async () => {
    const id = await unknown();
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('too-early');
    const by = { operator_id: 'o', operator_name: 'Ada', reason: 'No reading changed' };
    await db
      .insertInto('closings')
      .values({ dispatch_id: id, at: clock.now(), verdict: 'not-landed', ...by })
      .execute();
    for (const car of CARS) held.set(car, [command(car)]);
    await advance(LIMITS.settleMs);
    const { batch, rows } = await batchOf(id);
    expect(batch).toMatchObject({ resolution: { verdict: 'landed' }, unaccounted: 0 });
    expect(batch.lateFindAt).not.toBeNull();
    expect(rows.every((row) => row.foundLateAt !== null)).toBe(true);
  });

  test('but appears late: the second check finds it', async () => {
    const id = await unknown();
    await wake();
    for (const car of CARS) held.set(car, [command(car)]);
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', adopted: 2 });
  });

  test('where something could not be read says so in its words, and is no evidence', async () => {
    const id = await unknown();
    held.set(SECOND, new UpstreamFault('server-error', 'Out of order.', { status: 500 }));
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'incomplete',
      canSendAgain: false,
      counts: { certain: 0, probable: 0, none: 1, unchecked: 1 },
      failures: [{ words: 'Out of order.', count: 1 }],
    });
    held.delete(SECOND);
    await advance(60_000);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none' });
  });
});

describe('a Command that can stem from elsewhere', () => {
  test('known to be another batch’s is not found for this one', async () => {
    const own = CARS.map((car) => command(car));
    await storeBatch(db, { commands: own }, clock.now());
    const id = await unknown();
    for (const car of own) held.set(car.entityId, [car]);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', canSendAgain: true });
  });

  test('of two unknown dispatches is probable for both, and is taken in once', async () => {
    const first = await unknown();
    const second = await unknown();
    for (const car of CARS) held.set(car, [command(car)]);
    await wake();
    await advance(LIMITS.settleMs);
    const both = [await resolutionOf(first), await resolutionOf(second)];
    expect(both.map((each) => [each.verdict, each.canSendAgain])).toEqual([
      ['probable', false],
      ['probable', false],
    ]);
    const rows = await db.selectFrom('commands').select(['id', 'matched']).execute();
    expect(rows.map(({ matched }) => matched)).toEqual(['probable', 'probable']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });
});

describe('a clock of the Service that is far ahead', () => {
  const AHEAD = 40 * 86_400_000;

  /** Stores a dispatch that was answered with Commands of this instant. */
  async function answered(at: number): Promise<void> {
    const dispatchId = await unknown('Reset');
    await setSending(dispatchId);
    const commands = [command(FIRST, at, { type: 'Reset' })];
    await recordOutcome(
      db,
      { dispatchId, kind: 'now', items: [{ type: 'Reset', value: null, triggerTime: null }] },
      { outcome: 'accepted', upstreamStatus: 201, batch: { batchId: randomUUID(), commands } },
      clock.now(),
    );
  }

  test.each([
    ['of which nothing is known', null, 'probable'],
    ['as an earlier answer shows', AHEAD, 'landed'],
    ['although an earlier answer shows that it is right', 0, 'none'],
  ])('%s', async (_name, lead, verdict) => {
    dates = null;
    if (lead !== null) await answered(clock.now() + lead);
    const id = await unknown();
    for (const car of CARS) held.set(car, [command(car, clock.now() + AHEAD)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect((await resolutionOf(id)).verdict).toBe(verdict);
  });

  test.each([
    ['ten minutes behind', -600_000],
    ['ten minutes ahead', 600_000],
    ['eight seconds behind', -8000],
    ['eight seconds ahead', 8000],
  ])('%s by its Date headers: what landed is certain', async (_name, ahead) => {
    dates = { lowMs: ahead - 300, highMs: ahead + 300 };
    const id = await unknown();
    for (const car of CARS) held.set(car, [command(car, clock.now() + ahead)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'landed',
      clock: { lowMs: ahead - 300, highMs: ahead + 300, confirmed: false },
    });
  });

  test('ten minutes behind with good Date headers of a gateway: nothing is called absent', async () => {
    const id = await unknown();
    for (const car of CARS) held.set(car, [command(car, clock.now() - 600_000)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect((await resolutionOf(id)).verdict).toBe('probable');
  });

  test('behind a gateway is learnt from the trigger times of an accepted dispatch', async () => {
    await answered(clock.now() - 600_000);
    await db
      .updateTable('intents')
      .set({ clock_low: -300, clock_high: 300 })
      .where('outcome', '=', 'accepted')
      .execute();
    const id = await unknown();
    for (const car of CARS) held.set(car, [command(car, clock.now() - 600_000)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', clock: { confirmed: true } });
  });
});

describe('an accepted dispatch whose answer leaves Entities out', () => {
  /** Stores a dispatch that was accepted with Commands for these Entities alone. */
  async function partly(...entities: readonly string[]): Promise<string> {
    const dispatchId = await unknown();
    await setSending(dispatchId);
    const items = [{ type: 'StopCharging', value: null, triggerTime: null }];
    const commands = entities.map((entity) => command(entity));
    await recordOutcome(
      db,
      { dispatchId, kind: 'now', items },
      { outcome: 'accepted', upstreamStatus: 201, batch: { batchId: randomUUID(), commands } },
      clock.now(),
    );
    for (const own of commands) held.set(own.entityId, [own]);
    return dispatchId;
  }

  test.each([
    ['all', []],
    ['some', [FIRST]],
  ])('%s: these are looked for and taken in', async (_name, listed) => {
    const id = await partly(...listed);
    const left = CARS.filter((car) => !listed.some((entity) => entity === car));
    expect((await batchOf(id)).batch).toMatchObject({
      outcome: 'accepted',
      unaccounted: left.length,
      settled: false,
    });
    for (const car of left) held.set(car, [command(car)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', total: left.length });
    const { batch, rows } = await batchOf(id);
    expect(batch.unaccounted).toBe(0);
    expect(rows.map((row) => row.commandId !== null)).toEqual([true, true]);
  });

  test('and that have none: not found, which is not failed', async () => {
    const id = await partly(FIRST);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', total: 1 });
    expect(await readRetryOutlook(db, id, clock.now())).toMatchObject({
      failed: 0,
      unknown: 1,
      others: 1,
    });
  });

  test('and that have a probable one: it is looked at again, and stays probable when lists forget it', async () => {
    const id = await partly(FIRST);
    held.set(SECOND, [command(SECOND, clock.now() + 90_000)]);
    await wake();
    const { batch } = await batchOf(id);
    expect([batch.unaccounted, batch.resolution?.verdict]).toEqual([0, 'probable']);
    held.set(SECOND, []);
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'probable', adopted: 0 });
  });
});

describe('what changed', () => {
  test('are the rows of the members that were read, and all once when the check ends', async () => {
    const id = await unknown();
    for (const car of CARS) held.set(car, []);
    await resolver.check(id, 'Ada');
    const since = (await batchOf(id)).version;
    expect((await readBatch(db, id, since, clock.now())).rows).toEqual([]);
    await settle();
    const changed = await readBatch(db, id, since, clock.now());
    expect(changed.rows.map((row) => [row.commandId, row.evidence])).toEqual([
      [null, 'none'],
      [null, 'none'],
    ]);
    const { rows } = await readBatch(db, id, changed.version, clock.now());
    expect(rows).toEqual([]);
  });
});

describe('a check', () => {
  test('is begun by an operator too; one that runs is answered instead', async () => {
    const id = await unknown();
    const first = await resolver.check(id, 'Grace');
    const second = await resolver.check(id, 'Ada');
    expect([first.operatorName, first.state]).toEqual(['Grace', 'running']);
    expect(second.id).toBe(first.id);
    await settle();
    expect((await resolutionOf(id)).state).toBe('done');
  });

  test('of a known outcome or an unknown batch is refused', async () => {
    const id = await unknown();
    const known = { outcome: 'accepted', unaccounted: 0 };
    await db.updateTable('intents').set(known).where('id', '=', id).execute();
    await expect(resolver.check(id, 'Ada')).rejects.toThrow('known already');
    await expect(resolver.check(randomUUID(), 'Ada')).rejects.toThrow('no batch');
  });

  test('goes on after a restart where it was', async () => {
    const id = await unknown();
    const { id: check } = await resolver.check(id, 'Ada');
    await resolver.stop();
    expect((await resolutionOf(id)).state).toBe('running');
    await db
      .updateTable('resolution_members')
      .set({ evidence: 'none', checked_at: clock.now() })
      .where('entity_id', '=', FIRST)
      .execute();
    reads = [];
    resolver = start();
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ id: check, state: 'done', operatorName: 'Ada' });
    expect(reads.map((input) => input.params['entityId'])).toEqual([SECOND]);
  });
});
