import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../contract/command.ts';
import { isoInstant } from '../../domain/instant.ts';
import { importDirectory } from '../directory/import.ts';
import type { Store } from '../store/schema.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../testing/console-harness.ts';
import { manualClock, type ManualClock } from '../testing/manual-clock.ts';
import { memoryStore } from '../testing/memory-store.ts';
import type { RawAnswer } from '../upstream/exchange.ts';
import { UpstreamFault } from '../upstream/fault.ts';
import { readBatch } from './batches.ts';
import { recordIntent, recordOutcome } from './ledger.ts';
import { observeCommand } from './observe.ts';
import { GIVE_UP_MS, intervalAt } from './poll-plan.ts';
import { createTracker, type Tracker } from './tracker.ts';

const [CAR] = CARS;
let clock: ManualClock;
let db: Kysely<Store>;
let tracker: Tracker;
let asked: { at: number; commandId: string }[];
let errors: unknown[];
let answer: (commandId: string) => Command | UpstreamFault;

function command(id: string, more: Partial<Command> = {}): Command {
  return {
    id,
    entityId: CAR,
    status: 'Pending',
    triggerTime: null,
    type: 'StopCharging',
    value: null,
    error: null,
    verification: null,
    ...more,
  };
}

function raw(value: unknown): RawAnswer {
  return {
    status: 200,
    contentType: 'application/json',
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
  answer = (id) => command(id);
  await importDirectory(db, SMALL_DIRECTORY, 'import', clock.now());
  tracker = createTracker({
    db,
    clock,
    upstream: { call },
    onError: (error) => errors.push(error),
  });
});
afterEach(async () => {
  await tracker.stop();
  if (errors.length > 0) throw new AggregateError(errors, 'the tracker itself failed');
});

/** Stores an accepted dispatch with these Commands. */
async function accepted(commands: Command[], kind: 'now' | 'schedule' = 'now'): Promise<string> {
  const key = randomUUID();
  const items = [{ type: 'StopCharging', value: null, triggerTime: null }];
  await recordIntent(
    db,
    {
      key,
      kind,
      collectiveId: FLEET,
      items,
      planned: [null],
      ignoreCooldown: false,
      reason: null,
      bodyHash: 'h',
    },
    { operator: { id: 'o', name: 'O', role: 'operator' }, sessionHash: 's' },
    clock.now(),
  );
  const batch = { batchId: randomUUID(), commands };
  await recordOutcome(
    db,
    { key, kind },
    { outcome: 'accepted', upstreamStatus: 201, batch },
    clock.now(),
  );
  return key;
}

/** Lets everything that is under way come to rest: the store answers without real waiting. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function advance(ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advance(Math.min(250, end - clock.now()));
    await settle();
  }
}

describe('the tracker', () => {
  test('follows a Command until nothing can change, and keeps each change with its time', async () => {
    const id = randomUUID();
    const key = await accepted([command(id)]);
    const start = clock.now();
    tracker.wake();
    await advance(1000);
    expect(asked).toEqual([]);
    await advance(1000);
    expect(asked).toHaveLength(1);
    answer = (which) => command(which, { status: 'Sent' });
    await advance(2000);
    const verification = { status: 'Pending', completedAt: null, error: null };
    answer = (which) => command(which, { status: 'Succeeded', verification });
    await advance(2000);
    expect((await readBatch(db, key, undefined, 0)).batch.settled).toBe(false);
    answer = (which) =>
      command(which, {
        status: 'Succeeded',
        verification: { ...verification, status: 'Succeeded' },
      });
    await advance(2000);
    const last = asked.length;
    await advance(60_000);
    expect(asked).toHaveLength(last);

    const kept = await readBatch(db, key, undefined, 0);
    expect(kept.batch).toMatchObject({ settled: true, verdictCounts: { verified: 1 } });
    const observations = await db
      .selectFrom('command_observations')
      .orderBy('sequence')
      .selectAll()
      .execute();
    expect(observations.map((seen) => [seen.status, seen.verification === null])).toEqual([
      ['Pending', true],
      ['Sent', true],
      ['Succeeded', false],
      ['Succeeded', false],
    ]);
    expect(observations[0]?.seen_at).toBe(start);
    for (const [index, seen] of observations.slice(1).entries()) {
      expect(seen.seen_at).toBeGreaterThan(observations[index]?.seen_at ?? 0);
    }
  });

  test('does not read a scheduled Command before its time', async () => {
    const at = clock.now() + 90_000;
    await accepted([command(randomUUID(), { triggerTime: isoInstant(at) })], 'schedule');
    tracker.wake();
    await advance(89_000);
    expect(asked).toEqual([]);
    await advance(2000);
    expect(asked[0]?.at).toBeGreaterThanOrEqual(at);
    expect(asked[0]?.at).toBeLessThan(at + 1000);
  });

  test('reads a Command for now at once, though the Service says that it is of tomorrow', async () => {
    const tomorrow = isoInstant(clock.now() + 86_400_000);
    await accepted([command(randomUUID(), { triggerTime: tomorrow })]);
    tracker.wake();
    await advance(2000);
    expect(asked).toHaveLength(1);
  });

  test('stays within 20 requests a second with 200 Commands', async () => {
    await accepted(Array.from({ length: 200 }, () => command(randomUUID())));
    tracker.wake();
    await advance(11_500);
    expect(asked.length).toBeGreaterThan(150);
    for (const { at } of asked) {
      const within = asked.filter((other) => other.at >= at && other.at < at + 1000).length;
      expect(within).toBeLessThanOrEqual(20);
    }
    expect(new Set(asked.map((each) => each.commandId)).size).toBeGreaterThan(150);
  });

  test('keeps the reason of a failed read, goes on, and forgets the reason', async () => {
    const key = await accepted([command(randomUUID())]);
    answer = () =>
      new UpstreamFault('refused', 'x', {
        status: 404,
        errors: [{ code: null, message: 'Gone', description: null }],
      });
    tracker.wake();
    await advance(2000);
    expect((await readBatch(db, key, undefined, 0)).rows[0]?.readError).toBe('Gone');
    answer = (id) => command(id, { status: 'Failed' });
    await advance(10_000);
    const [row] = (await readBatch(db, key, undefined, 0)).rows;
    expect([row?.readError, row?.status]).toEqual([null, 'Failed']);
  });

  test('pauses as a whole while the Service is away, as long as it asks', async () => {
    await accepted(Array.from({ length: 100 }, () => command(randomUUID())));
    answer = () => new UpstreamFault('server-error', 'busy', { status: 503, retryAfterS: 20 });
    tracker.wake();
    await advance(2000);
    const before = asked.length;
    expect(before).toBeLessThanOrEqual(5);
    await advance(15_000);
    expect(asked).toHaveLength(before);
    await advance(6000);
    expect(asked.length).toBeGreaterThan(before);
  });

  test('gives up after a day and says so', async () => {
    const key = await accepted([command(randomUUID(), { status: 'Sent' })]);
    answer = (id) => command(id, { status: 'Sent' });
    clock.advance(GIVE_UP_MS);
    tracker.wake();
    await advance(1000);
    const kept = await readBatch(db, key, undefined, 0);
    expect(kept.batch.settled).toBe(true);
    expect(kept.rows[0]?.readError).toContain('Still Sent after 24 h');
    const last = asked.length;
    await advance(600_000);
    expect(asked).toHaveLength(last);
  });

  test('learns from the answer to a cancellation', async () => {
    const id = randomUUID();
    const key = await accepted([command(id)]);
    await observeCommand(db, command(id, { status: 'Canceled' }), clock.now());
    expect((await readBatch(db, key, undefined, 0)).batch).toMatchObject({
      settled: true,
      verdictCounts: { canceled: 1 },
    });
  });

  test('a Command twice in one answer, or of an Entity that nobody knew, is kept', async () => {
    const id = randomUUID();
    const stranger = randomUUID();
    const key = await accepted([
      command(id),
      command(id),
      command(randomUUID(), { entityId: stranger }),
    ]);
    const { rows } = await readBatch(db, key, undefined, 0);
    expect(rows.map((row) => row.entityId)).toEqual([CAR, CAR, CARS[1], stranger]);
    expect(rows.map((row) => row.commandId === null)).toEqual([false, false, true, false]);
  });
});

test('the older a Command, the rarer it is read', () => {
  const ages = [0, 60_000, 300_000, 1_800_000, 7_200_000].map(intervalAt);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(new Set(ages).size).toBe(ages.length);
});
