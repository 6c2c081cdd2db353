import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { GUARD_FINDINGS_MAX, GUARD_KINDS } from '../../../contract/console/guard.ts';
import { findingKey } from '../../../domain/guard-messages.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import { Failure } from '../../../bff/http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { currentVersion, nextVersion } from '../../../store/version.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { closeAs } from '../../../server/testing/unknown-dispatch.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { findGuardFindings } from './guard.ts';
import type { GuardAsk } from './guard-earlier.ts';
import { commandRow, insertCommands } from '../batches/command-rows.ts';
import { recordIntent, recordOutcome } from '../send/ledger.ts';
import { unknownOutcome } from '../send/outcome.ts';
import type { DispatchRequest } from '../send/request.ts';

const START = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;
const WINDOW = 10 * MINUTE;
const NIGHT = '00000000-0000-4000-8000-0000000000a1';
const OTHERS = '00000000-0000-4000-8000-0000000000a2';
const BUS = '00000000-0000-4000-8000-0000000000a3';
/** A Collective without known Entities. */
const EMPTY = '00000000-0000-4000-8000-0000000000ee';
const ADA = { operator: { id: 'o', name: 'Ada', role: 'operator' as const }, sessionHash: 's' };

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
  dispatchId: randomUUID(),
  ...ask,
  planned: ask.items.map(() => null),
  ignoreCooldown: false,
  reason: null,
  override: null,
  previousId: null,
  bodyHash: 'h',
  ...more,
});

/** Stores a dispatch without asking the guard. */
async function sent(ask: GuardAsk, at: number): Promise<DispatchRequest> {
  const request = requestOf(ask, { override: await everything() });
  await recordIntent(db, request, ADA, { now: at, guardWindowMs: 0 });
  return request;
}

/** An override of the current situation. */
async function everything() {
  return { kinds: [...GUARD_KINDS], seen: await currentVersion(db) };
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
  return request.dispatchId;
}

async function unknown(ask: GuardAsk, at: number, verdict: string | null): Promise<string> {
  const request = await sent(ask, at);
  const cause = { status: 502, upstreamStatus: null };
  await recordOutcome(db, request, unknownOutcome(request.dispatchId, 'It broke.', cause), at);
  if (verdict !== null) {
    const window = { window_start: 0, window_end: 0 };
    const done = { ...window, state: 'done', started_at: at, finished_at: at, verdict, adopted: 0 };
    await db
      .insertInto('resolutions')
      .values({ id: randomUUID(), dispatch_id: request.dispatchId, ...done })
      .execute();
  }
  return request.dispatchId;
}

const report = async (ask: GuardAsk, now: number, windowMs = WINDOW) =>
  findGuardFindings(db, ask, { now, windowMs, version: await currentVersion(db) });

const look = async (ask: GuardAsk, now: number, windowMs = WINDOW) =>
  (await report(ask, now, windowMs)).findings.map(findingKey);

const STOP = askFor({ type: 'StopCharging' });
const CHARGE = askFor({ type: 'StartCharging' });

describe('the same again', () => {
  test('within the window is found with operator, Command and time; after it not', async () => {
    const id = await accepted(STOP, START);
    const { findings } = await report(STOP, START + 9 * MINUTE);
    expect(findings).toEqual([
      {
        kind: 'same',
        dispatchId: id,
        operatorName: 'Ada',
        createdAt: isoInstant(START),
        type: 'StopCharging',
        value: null,
        triggerTime: null,
        count: 2,
        open: 2,
        outcome: 'accepted',
      },
    ]);
    expect(await look(STOP, START + 11 * MINUTE)).toEqual([]);
    expect(await look(STOP, START + MINUTE, 0)).toEqual([]);
  });

  test('compares the value too, and the Collective', async () => {
    await accepted(askFor({ type: 'LimitFeedIn', value: '5000' }), START, 'Failed');
    const same = async (value: string) =>
      (await look(askFor({ type: 'LimitFeedIn', value }), START)).filter((key) =>
        key.startsWith('same'),
      );
    expect(await same('6000')).toEqual([]);
    expect(await same('5000')).toHaveLength(1);
    expect(await same('5000.0')).toHaveLength(1);
    const elsewhere = { ...askFor({ type: 'LimitFeedIn', value: '5000' }), collectiveId: EMPTY };
    expect(await look(elsewhere, START)).toEqual([]);
  });

  test('does not count if all Commands were canceled or the Service refused', async () => {
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

  test('counts by its trigger time, not by that of the send', async () => {
    const night = START + 12 * 3_600_000;
    const id = await accepted(askFor({ type: 'StopCharging', at: night }), START);
    expect(await look(STOP, START + MINUTE)).toEqual([]);
    expect(await look(STOP, night - MINUTE)).toEqual([`same:${id}`]);
    const next = askFor({ type: 'StopCharging', at: night + 5 * MINUTE });
    expect(await look(next, START + MINUTE)).toEqual([`same:${id}`]);
    const dayAfter = askFor({ type: 'StopCharging', at: night + 24 * 3_600_000 });
    expect(await look(dayAfter, START + MINUTE)).toEqual([]);
  });

  test('items of one request do not conflict with each other', async () => {
    const twice = askFor(
      { type: 'StopCharging', at: START + MINUTE },
      { type: 'StartCharging', at: START + 2 * MINUTE },
      { type: 'StopCharging', at: START + 3 * MINUTE },
    );
    expect(await look(twice, START)).toEqual([]);
  });
});

describe('an unresolved batch', () => {
  test('blocks any Command, even while it is being sent', async () => {
    const { dispatchId } = await sent(STOP, START);
    expect(await look(CHARGE, START + 60 * MINUTE)).toEqual([`unresolved:${dispatchId}`]);
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
    const dispatchId = await unknown(STOP, START, verdict);
    const found = await look(STOP, START + 60 * MINUTE);
    expect(found).toEqual(stands ? [`unresolved:${dispatchId}`] : []);
  });

  test('of which nothing was found may still land until its horizon', async () => {
    const dispatchId = await unknown(STOP, START, 'none');
    const horizon = START + 30 * MINUTE;
    await db.updateTable('resolutions').set({ horizon_at: horizon }).execute();
    const { findings } = await report(STOP, START + 20 * MINUTE);
    expect(findings).toMatchObject([
      { kind: 'may-still-land', dispatchId, horizonAt: isoInstant(horizon) },
    ]);
    expect(await look(CHARGE, START + 20 * MINUTE)).toEqual([`may-still-land:${dispatchId}`]);
    expect(await look(askFor({ type: 'Reset' }), START + 20 * MINUTE)).toEqual(['no-taker:Reset']);
    expect(await look(STOP, horizon)).toEqual([]);
  });

  test('closed by a person is not a finding', async () => {
    const dispatchId = await unknown(STOP, START, 'probable');
    await closeAs(db, dispatchId, START, 'landed');
    expect(await look(CHARGE, START + 60 * MINUTE)).toEqual([]);
  });

  test('closed by a person as not landed does not count as the same either', async () => {
    const dispatchId = await unknown(STOP, START, 'probable');
    await closeAs(db, dispatchId, START, 'not-landed');
    expect(await look(STOP, START + MINUTE)).toEqual([]);
  });

  test('that cannot be checked, as no Entities are known, is not a finding after the horizon', async () => {
    const dispatchId = await unknown(STOP, START, 'uncheckable');
    const horizon = START + 30 * MINUTE;
    await db.updateTable('resolutions').set({ horizon_at: horizon }).execute();
    expect(await look(STOP, START + MINUTE, 0)).toEqual([`may-still-land:${dispatchId}`]);
    expect(await look(STOP, horizon, 0)).toEqual([]);
  });

  test('that did not land is not a finding, one that landed counts as sent', async () => {
    await unknown(STOP, START, 'none');
    expect(await look(STOP, START + MINUTE)).toEqual([]);
    const landed = await unknown(STOP, START, 'landed');
    expect(await look(STOP, START + MINUTE)).toEqual([`same:${landed}`]);
  });
});

describe('the opposite', () => {
  test('is found while a Command of it is open; for now, whenever that triggers', async () => {
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

  test('that ended within the window is found, without open Commands', async () => {
    const id = await accepted(CHARGE, START, 'Succeeded');
    await accepted(CHARGE, START, 'Canceled');
    const { findings } = await report(STOP, START + 2 * MINUTE);
    expect(findings).toMatchObject([{ kind: 'opposite', dispatchId: id, count: 2, open: 0 }]);
    expect(await look(STOP, START + 11 * MINUTE)).toEqual([]);
    expect(await look(STOP, START + 2 * MINUTE, 0)).toEqual([]);
    const tomorrow = askFor({ type: 'StopCharging', at: START + 24 * 3_600_000 });
    expect(await look(tomorrow, START + 2 * MINUTE)).toEqual([]);
  });

  test('for a schedule counts only near the planned instant', async () => {
    const night = START + 12 * 3_600_000;
    const ahead = await accepted(askFor({ type: 'StartCharging', at: night }), START);
    const near = askFor({ type: 'StopCharging', at: night + 5 * MINUTE });
    expect(await look(near, START)).toEqual([`opposite:${ahead}`]);
    expect(await look(askFor({ type: 'StopCharging', at: night + 60 * MINUTE }), START)).toEqual(
      [],
    );
  });
});

describe('batches of another Collective', () => {
  const [van, car] = CARS;
  beforeEach(async () => {
    const of = (id: string, name: string, entities: string[]) => ({
      id,
      name,
      type: 'Fleet',
      owner: null,
      entities,
    });
    const collectives = [of(NIGHT, 'Night fleet', [van]), of(OTHERS, 'Others', [BUS])];
    const entities = [{ id: BUS, name: 'Bus', type: 'EV', brand: null }];
    await importDirectory(db, { collectives, entities }, 'import', START);
  });
  const toNight = (ask: GuardAsk): GuardAsk => ({ ...ask, collectiveId: NIGHT });
  const inCommon = { collectiveName: 'Depot', entities: 1 };

  test('that sent the opposite to shared Entities are found, open or just ended, with the number', async () => {
    const ended = await accepted(CHARGE, START, 'Succeeded');
    const open = await accepted(CHARGE, START + 1);
    const { findings } = await report(toNight(STOP), START + 2 * MINUTE);
    expect(findings).toMatchObject([
      { kind: 'opposite', dispatchId: open, open: 1, count: 1, shared: inCommon },
      { kind: 'opposite', dispatchId: ended, open: 0, shared: inCommon },
    ]);
  });

  test('that sent the same, or whose outcome is not known, are found', async () => {
    const same = await accepted(STOP, START);
    const open = await unknown(CHARGE, START + 1, null);
    const { findings } = await report(toNight(STOP), START + 2 * MINUTE);
    expect(findings).toMatchObject([
      { kind: 'unresolved', dispatchId: open, outcome: 'unknown', shared: inCommon },
      { kind: 'same', dispatchId: same, shared: inCommon },
    ]);
  });

  test('count by the Entities that the answer named, even if they were not known members', async () => {
    await db.deleteFrom('intent_members').execute();
    const id = await accepted(CHARGE, START);
    await db.deleteFrom('intent_members').execute();
    await db.deleteFrom('memberships').where('entity_id', '=', car).execute();
    const { findings } = await report(toNight(STOP), START + MINUTE);
    expect(findings).toMatchObject([{ dispatchId: id, shared: inCommon }]);
  });

  test('without shared Entities are not found', async () => {
    await accepted(CHARGE, START);
    await unknown(STOP, START, null);
    await accepted(STOP, START);
    expect(await look({ ...STOP, collectiveId: OTHERS }, START + MINUTE)).toEqual([]);
  });
});

describe('a Command that no Entity accepts', () => {
  const DISCONNECT = askFor({ type: 'Disconnect' });

  test('is found, and needs an override with its kind', async () => {
    const { findings, totals } = await report(DISCONNECT, START);
    expect(findings).toEqual([{ kind: 'no-taker', type: 'Disconnect', count: 2 }]);
    expect(totals).toEqual([{ kind: 'no-taker', total: 1 }]);
    const at = { now: START, guardWindowMs: WINDOW };
    await expect(recordIntent(db, requestOf(DISCONNECT), ADA, at)).rejects.toThrow(
      'No known Entity',
    );
    const request = requestOf(DISCONNECT, { override: { kinds: ['no-taker'], seen: 0 } });
    expect(await recordIntent(db, request, ADA, at)).toBeNull();
  });

  test('is not a finding if a type, or every Entity, is unknown', async () => {
    expect(await look({ ...DISCONNECT, collectiveId: EMPTY }, START)).toEqual([]);
    await db.updateTable('entities').set({ type: null }).where('id', '=', CARS[0]).execute();
    expect(await look(DISCONNECT, START)).toEqual([]);
  });
});

describe('an override', () => {
  const at = { now: START + MINUTE, guardWindowMs: WINDOW };

  const stored = (dispatchId: string) =>
    db.selectFrom('intents').where('id', '=', dispatchId).select('overridden').executeTakeFirst();
  async function refusal(request: DispatchRequest): Promise<Failure> {
    const refused = await recordIntent(db, request, ADA, at).catch((error: unknown) => error);
    if (!(refused instanceof Failure)) throw new Error('not refused');
    return refused;
  }

  test('is refused unless it names each kind; then nothing is stored, and the report is returned', async () => {
    const first = await accepted(CHARGE, START);
    const second = await accepted(STOP, START + 1);
    const seen = await currentVersion(db);
    const request = requestOf(STOP, { override: { kinds: ['same'], seen } });
    const { status, code, detail } = await refusal(request);
    expect([status, code]).toEqual([409, 'dispatch_guarded']);
    expect(detail.errors.map((error) => error.code)).toEqual(['opposite']);
    expect(detail.guard).toMatchObject({
      seen,
      totals: [
        { kind: 'same', total: 1 },
        { kind: 'opposite', total: 1 },
      ],
      findings: [{ dispatchId: second }, { dispatchId: first }],
    });
    expect(await stored(request.dispatchId)).toBeUndefined();
  });

  test('that names all kinds is stored with kinds, totals and listed findings', async () => {
    const first = await accepted(CHARGE, START);
    const seen = await currentVersion(db);
    const request = requestOf(STOP, { override: { kinds: ['opposite'], seen } });
    expect(await recordIntent(db, request, ADA, at)).toBeNull();
    expect(JSON.parse((await stored(request.dispatchId))?.overridden ?? '')).toMatchObject({
      kinds: ['opposite'],
      seen,
      totals: [{ kind: 'opposite', total: 1 }],
      findings: [{ kind: 'opposite', dispatchId: first }],
    });
  });

  test('does not cover findings that are newer than the seen version', async () => {
    await accepted(STOP, START);
    const override = await everything();
    await accepted(STOP, START + 1);
    const { code, detail } = await refusal(requestOf(STOP, { override }));
    expect([code, detail.errors.map((error) => error.code)]).toEqual([
      'dispatch_guarded',
      ['same'],
    ]);
    expect(
      await recordIntent(db, requestOf(STOP, { override: await everything() }), ADA, at),
    ).toBeNull();
  });

  test('does not cover Commands that a check found after the seen version', async () => {
    const dispatchId = await unknown(STOP, START, 'none');
    const override = await everything();
    expect(await look(STOP, START + MINUTE)).toEqual([]);
    await db.transaction().execute(async (trx) => {
      const version = await nextVersion(trx);
      const late = aCommand(randomUUID(), { type: 'StopCharging', status: 'Sent' });
      const row = commandRow(
        { dispatchId, kind: 'now' },
        0,
        late,
        { now: START, version },
        'certain',
      );
      await insertCommands(trx, [row]);
    });
    await db.updateTable('resolutions').set({ verdict: 'landed' }).execute();
    expect(await look(STOP, START + MINUTE)).toEqual([`same:${dispatchId}`]);
    expect((await refusal(requestOf(STOP, { override }))).code).toBe('dispatch_guarded');
  });

  test('of a future version is refused', async () => {
    const override = { kinds: [...GUARD_KINDS], seen: (await currentVersion(db)) + 1 };
    expect((await refusal(requestOf(STOP, { override }))).status).toBe(400);
  });

  test('of 200 unresolved batches lets a Command through, and lists only some of them', async () => {
    for (let count = 0; count < 200; count += 1) await storeBatch(db, { commands: null }, START);
    const { findings, totals } = await report(CHARGE, START + MINUTE);
    expect(totals).toEqual([{ kind: 'unresolved', total: 200 }]);
    expect(findings).toHaveLength(GUARD_FINDINGS_MAX);
    const override = await everything();
    expect(await recordIntent(db, requestOf(CHARGE, { override }), ADA, at)).toBeNull();
  });

  test('of many findings lists the newest of each kind', async () => {
    const opposite = await accepted(CHARGE, START - 1);
    for (let count = 0; count < 60; count += 1) await storeBatch(db, { commands: null }, START);
    const found = await look(STOP, START + MINUTE, 0);
    expect(found).toHaveLength(GUARD_FINDINGS_MAX);
    expect(found).toContain(`opposite:${opposite}`);
  });

  test('the same id returns its intent, whatever the guard finds', async () => {
    const request = requestOf(STOP);
    expect(await recordIntent(db, request, ADA, at)).toBeNull();
    expect((await recordIntent(db, request, ADA, at))?.id).toBe(request.dispatchId);
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
