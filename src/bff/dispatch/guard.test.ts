import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardKey } from '../../contract/console/guard.ts';
import { isoInstant } from '../../domain/instant.ts';
import { importDirectory } from '../directory/import.ts';
import { Failure } from '../problems.ts';
import type { Store } from '../store/schema.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../testing/console-harness.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { findGuardFindings, type GuardAsk } from './guard.ts';
import { recordIntent, recordOutcome } from './ledger.ts';
import { unknownOutcome } from './outcome.ts';
import type { DispatchRequest } from './request.ts';

const START = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;
const WINDOW = 10 * MINUTE;
const ADA = {
  operator: { id: 'o', name: 'Ada', role: 'operator' as const },
  sessionHash: 's',
};

let db: Kysely<Store>;

beforeEach(async () => {
  db = await memoryStore();
  await importDirectory(db, SMALL_DIRECTORY, 'import', START);
});

type Item = { type: string; value?: string; at?: number };

function askFor(...items: Item[]): GuardAsk {
  return {
    collectiveId: FLEET,
    kind: items.some(({ at }) => at !== undefined) ? 'schedule' : 'now',
    items: items.map(({ type, value = null, at }) => ({
      type,
      value,
      triggerTime: at === undefined ? null : isoInstant(at),
    })),
  };
}

const requestOf = (ask: GuardAsk, more: Partial<DispatchRequest> = {}): DispatchRequest => ({
  key: randomUUID(),
  ...ask,
  planned: ask.items.map(() => null),
  ignoreCooldown: false,
  reason: null,
  overrides: [],
  previousId: null,
  bodyHash: 'h',
  ...more,
});

/** Stores a dispatch without looking at the guard. */
async function sent(ask: GuardAsk, at: number): Promise<DispatchRequest> {
  const request = requestOf(ask);
  const { findings } = await findGuardFindings(db, ask, at, 0);
  const overrides = findings.map(guardKey);
  await recordIntent(db, { ...request, overrides }, ADA, { now: at, guardWindowMs: 0 });
  return request;
}

async function accepted(ask: GuardAsk, at: number, status = 'Pending'): Promise<string> {
  const request = await sent(ask, at);
  const commands = CARS.flatMap((entityId) =>
    ask.items.map(({ type, value, triggerTime }) => ({
      id: randomUUID(),
      entityId,
      status,
      type,
      value,
      triggerTime: triggerTime ?? isoInstant(at),
      error: null,
      verification:
        status === 'Succeeded' ? { status: 'Succeeded', completedAt: null, error: null } : null,
    })),
  );
  const batch = { batchId: randomUUID(), commands };
  await recordOutcome(db, request, { outcome: 'accepted', upstreamStatus: 201, batch }, at);
  return request.key;
}

async function unknown(ask: GuardAsk, at: number, verdict: string | null): Promise<string> {
  const request = await sent(ask, at);
  const cause = { status: 502, upstreamStatus: null };
  await recordOutcome(db, request, unknownOutcome(request.key, 'It broke.', cause), at);
  if (verdict !== null) {
    const done = { state: 'done', started_at: at, finished_at: at, verdict, adopted: 0 };
    await db
      .insertInto('resolutions')
      .values({ id: randomUUID(), intent_id: request.key, window_start: 0, window_end: 0, ...done })
      .execute();
  }
  return request.key;
}

const look = async (ask: GuardAsk, now: number, windowMs = WINDOW) =>
  (await findGuardFindings(db, ask, now, windowMs)).findings.map((finding) => guardKey(finding));

const STOP = askFor({ type: 'StopCharging' });
const CHARGE = askFor({ type: 'StartCharging' });

describe('the same again', () => {
  test('within the window is found with who, what and when; after it not', async () => {
    const id = await accepted(STOP, START);
    const { findings } = await findGuardFindings(db, STOP, START + 9 * MINUTE, WINDOW);
    expect(findings).toEqual([
      {
        kind: 'same',
        intentId: id,
        operatorName: 'Ada',
        createdAt: isoInstant(START),
        type: 'StopCharging',
        value: null,
        triggerTime: null,
        count: 2,
        words:
          'The same was dispatched before: Stop charging, sent by Ada on 1 Jan 2026, 12:00:00 UTC; 2 Commands of it are still open.',
      },
    ]);
    expect(await look(STOP, START + 11 * MINUTE)).toEqual([]);
    expect(await look(STOP, START + MINUTE, 0)).toEqual([]);
  });

  test('means the value too, and the Collective', async () => {
    await accepted(askFor({ type: 'LimitFeedIn', value: '5000' }), START, 'Failed');
    expect(await look(askFor({ type: 'LimitFeedIn', value: '6000' }), START)).toEqual([]);
    expect(await look(askFor({ type: 'LimitFeedIn', value: '5000' }), START)).toHaveLength(1);
    const elsewhere = { ...askFor({ type: 'LimitFeedIn', value: '5000' }), collectiveId: CARS[0] };
    expect(await look(elsewhere, START)).toEqual([]);
  });

  test('does not count where all Commands were canceled or the Service refused', async () => {
    await accepted(STOP, START, 'Canceled');
    const refused = await sent(STOP, START);
    const failure = { code: 'upstream_refused' as const, source: 'service' as const, errors: [] };
    await recordOutcome(
      db,
      refused,
      { outcome: 'refused', status: 409, upstreamStatus: 409, failure, cause: null },
      START,
    );
    expect(await look(STOP, START + MINUTE)).toEqual([]);
  });

  test('counts by the instant at which it triggers, not by that of the send', async () => {
    const night = START + 12 * 3_600_000;
    const id = await accepted(askFor({ type: 'StopCharging', at: night }), START);
    expect(await look(STOP, START + MINUTE)).toEqual([]);
    expect(await look(STOP, night - MINUTE)).toEqual([`same:${id}`]);
    const next = askFor({ type: 'StopCharging', at: night + 5 * MINUTE });
    expect(await look(next, START + MINUTE)).toEqual([`same:${id}`]);
    const dayAfter = askFor({ type: 'StopCharging', at: night + 24 * 3_600_000 });
    expect(await look(dayAfter, START + MINUTE)).toEqual([]);
  });

  test('items of one request do not stand in each other’s way', async () => {
    const twice = askFor(
      { type: 'StopCharging', at: START + MINUTE },
      { type: 'StartCharging', at: START + 2 * MINUTE },
      { type: 'StopCharging', at: START + 3 * MINUTE },
    );
    expect(await look(twice, START)).toEqual([]);
  });
});

describe('an unresolved batch', () => {
  test('stands in the way of anything, also while it is being sent', async () => {
    const { key } = await sent(STOP, START);
    const reset = askFor({ type: 'Reset' });
    expect(await look(reset, START + 60 * MINUTE)).toEqual([`unresolved:${key}`]);
  });

  test.each([
    ['no check yet', null, true],
    ['a check that could not read all', 'incomplete', true],
    ['a check that came too early', 'too-early', true],
    ['only probable evidence', 'probable', true],
    ['landed', 'landed', false],
    ['landed on some', 'partly', false],
    ['nothing landed', 'none', false],
  ])('%s', async (_name, verdict, stands) => {
    const key = await unknown(STOP, START, verdict);
    const found = await look(askFor({ type: 'Reset' }), START + 60 * MINUTE);
    expect(found).toEqual(stands ? [`unresolved:${key}`] : []);
  });

  test('that did not land is no finding at all, one that landed counts as sent', async () => {
    await unknown(STOP, START, 'none');
    expect(await look(STOP, START + MINUTE)).toEqual([]);
    const landed = await unknown(STOP, START, 'landed');
    expect(await look(STOP, START + MINUTE)).toEqual([`same:${landed}`]);
  });
});

describe('the opposite', () => {
  test('is found while a Command of it is open, for now whenever it triggers', async () => {
    const tomorrow = START + 24 * 3_600_000;
    const open = await accepted(CHARGE, START);
    const ahead = await accepted(askFor({ type: 'StartCharging', at: tomorrow }), START + 1);
    await accepted(CHARGE, START + 2, 'Succeeded');
    expect(await look(STOP, START + 60 * MINUTE)).toEqual([
      `opposite:${ahead}`,
      `opposite:${open}`,
    ]);
    expect(await look(CHARGE, START + 60 * MINUTE)).toEqual([]);
  });

  test('for a schedule counts only near the instant that is planned', async () => {
    const night = START + 12 * 3_600_000;
    const ahead = await accepted(askFor({ type: 'StartCharging', at: night }), START);
    const near = askFor({ type: 'StopCharging', at: night + 5 * MINUTE });
    expect(await look(near, START)).toEqual([`opposite:${ahead}`]);
    expect(await look(askFor({ type: 'StopCharging', at: night + 60 * MINUTE }), START)).toEqual(
      [],
    );
  });
});

describe('an override', () => {
  const at = { now: START + MINUTE, guardWindowMs: WINDOW };

  test('is refused unless it covers each finding; nothing is stored then', async () => {
    const first = await accepted(CHARGE, START);
    const second = await accepted(STOP, START + 1);
    const request = requestOf(STOP, { overrides: [`same:${second}`] });
    const refused = await recordIntent(db, request, ADA, at).catch((error: unknown) => error);
    if (!(refused instanceof Failure)) throw new Error('not refused');
    expect([refused.status, refused.code]).toEqual([409, 'dispatch_guarded']);
    expect(refused.detail.errors.map(({ code }) => code)).toEqual([`opposite:${first}`]);
    const stored = await db
      .selectFrom('intents')
      .where('id', '=', request.key)
      .select('id')
      .execute();
    expect(stored).toEqual([]);
  });

  test('that covers all is stored with what it overrode', async () => {
    const first = await accepted(CHARGE, START);
    const request = requestOf(STOP, { overrides: [`opposite:${first}`] });
    expect(await recordIntent(db, request, ADA, at)).toBeNull();
    const row = await db
      .selectFrom('intents')
      .where('id', '=', request.key)
      .select('overridden')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.overridden ?? '')).toMatchObject([{ kind: 'opposite', intentId: first }]);
  });

  test('cannot cover more than can be shown', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) ids.push(await accepted(STOP, START + count));
    const request = requestOf(STOP, { overrides: ids.map((id) => `same:${id}`) });
    await expect(recordIntent(db, request, ADA, at)).rejects.toThrow('More than 50');
  });

  test('the same key finds its intent, whatever the guard would say', async () => {
    const request = requestOf(STOP);
    expect(await recordIntent(db, request, ADA, at)).toBeNull();
    expect((await recordIntent(db, request, ADA, at))?.id).toBe(request.key);
  });
});

describe('a repeat', () => {
  const at = { now: START + MINUTE, guardWindowMs: 0 };

  test('is linked, and the earlier batch counts as changed', async () => {
    const previousId = await accepted(STOP, START, 'Failed');
    const versionOf = async () =>
      (
        await db
          .selectFrom('intents')
          .where('id', '=', previousId)
          .select('version')
          .executeTakeFirst()
      )?.version ?? 0;
    const before = await versionOf();
    await recordIntent(db, requestOf(STOP, { previousId }), ADA, at);
    expect(await versionOf()).toBeGreaterThan(before);
  });

  test('of a batch that does not exist is refused', async () => {
    const request = requestOf(STOP, { previousId: randomUUID() });
    await expect(recordIntent(db, request, ADA, at)).rejects.toThrow('to repeat');
  });

  test('a trigger time that has passed is refused with its row', async () => {
    const past = askFor(
      { type: 'StopCharging', at: START + 5 * MINUTE },
      { type: 'StopCharging', at: START },
    );
    await expect(recordIntent(db, requestOf(past), ADA, at)).rejects.toThrow('Row 2');
  });
});
