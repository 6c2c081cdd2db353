import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { GUARD_FINDINGS_MAX } from '../../../contract/console/guard.ts';
import { Failure } from '../../../http/problems.ts';
import {
  START,
  MINUTE,
  WINDOW,
  ADA,
  askFor,
  requestOf,
  STOP,
  CHARGE,
  guardOfEachTest,
} from '../testing/guard-world.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { commandRow } from '../batches/command-rows.ts';
import { nameCommands } from '../batches/name-commands.ts';
import { readOverridden } from '../check/guard.ts';
import { findIntent, recordIntent } from './ledger.ts';
import { recordOutcome } from './outcome-store.ts';
import { unknownOutcome } from './outcome.ts';
import type { DispatchRequest } from './request.ts';

const world = guardOfEachTest();
const { accepted, unknown, report, look } = world;

describe('an override', () => {
  const at = { now: START + MINUTE, guardWindowMs: WINDOW };

  const stored = (dispatchId: string) => {
    const intent = world.db.selectFrom('intents').where('id', '=', dispatchId);
    return intent.select('overridden').executeTakeFirst();
  };
  async function refusal(request: DispatchRequest): Promise<Failure> {
    const refused = await recordIntent(world.db, request, ADA, at).catch((error: unknown) => error);
    if (!(refused instanceof Failure)) throw new Error('not refused');
    return refused;
  }

  test('of another set of findings is refused; nothing is stored, and the report is returned', async () => {
    const first = await accepted(CHARGE, START);
    const { digest: older } = await report(STOP, at.now);
    const second = await accepted(STOP, START + 1);
    const request = requestOf(STOP, { override: older });
    const { status, code, detail } = await refusal(request);
    expect([status, code]).toEqual([409, 'dispatch_guarded']);
    expect(detail.errors.map((error) => error.code)).toEqual(['same', 'opposite']);
    const totals = ['same', 'opposite'].map((kind) => ({ kind, total: 1 }));
    const findings = [{ dispatchId: second }, { dispatchId: first }];
    expect(detail.guard).toMatchObject({ totals, findings });
    expect(await stored(request.dispatchId)).toBeUndefined();
    const again = requestOf(STOP, { override: detail.guard?.digest ?? null });
    expect(await recordIntent(world.db, again, ADA, at)).toBeNull();
    expect(readOverridden((await stored(again.dispatchId))?.overridden ?? null)).toEqual({
      overridden: detail.guard?.findings,
      overriddenTotals: detail.guard?.totals,
    });
  });

  test('covers the progress of its batches, and not an outcome that comes meanwhile', async () => {
    const request = requestOf(CHARGE);
    await recordIntent(world.db, request, ADA, { ...at, now: START });
    const opposite = await accepted(STOP, START, 'Sent');
    const digest = async () => (await report(CHARGE, at.now)).digest;
    const sending = await digest();
    const commands = world.db.updateTable('commands').where('dispatch_id', '=', opposite);
    await commands.set({ verdict: 'failed', settled: 1 }).execute();
    expect(await digest()).toBe(sending);
    const cause = { status: 502, upstreamStatus: null };
    const broken = unknownOutcome(request.dispatchId, 'It broke.', cause);
    await recordOutcome(world.db, request, broken, START);
    expect(await digest()).not.toBe(sending);
  });

  test('does not cover Commands that a check found later', async () => {
    const dispatchId = await unknown(STOP, START, 'open');
    const { digest: override } = await report(STOP, at.now);
    await world.db.transaction().execute(async (trx) => {
      const late = aCommand(randomUUID(), { type: 'StopCharging', status: 'Sent' });
      const row = commandRow({ dispatchId, kind: 'now' }, 0, late, START, 'check');
      await nameCommands(trx, { dispatchId, kind: 'now' }, [row]);
    });
    expect((await refusal(requestOf(STOP, { override }))).code).toBe('dispatch_guarded');
  });

  test('of 200 unresolved batches lets a Command through, and lists only some of them', async () => {
    for (let count = 0; count < 200; count += 1)
      await storeBatch(world.db, { commands: null }, START);
    const { findings, totals } = await report(CHARGE, START + MINUTE);
    expect(totals).toEqual([{ kind: 'unresolved', total: 200 }]);
    expect(findings).toHaveLength(GUARD_FINDINGS_MAX);
    const { digest: override } = await report(CHARGE, at.now);
    expect(await recordIntent(world.db, requestOf(CHARGE, { override }), ADA, at)).toBeNull();
  });

  test('of many findings lists the newest of each kind', async () => {
    const opposite = await accepted(CHARGE, START - 1);
    for (let count = 0; count < 60; count += 1)
      await storeBatch(world.db, { commands: null }, START);
    const found = await look(STOP, START + MINUTE, 0);
    expect(found).toHaveLength(GUARD_FINDINGS_MAX);
    expect(found).toContain(`opposite:${opposite}`);
  });

  test('the same id returns its intent, whatever the guard finds', async () => {
    const request = requestOf(STOP);
    expect(await recordIntent(world.db, request, ADA, at)).toBeNull();
    const { dispatchId: id } = request;
    expect(await recordIntent(world.db, request, ADA, at)).toMatchObject({ id });
  });
});

describe('a repeat', () => {
  const at = { now: START + MINUTE, guardWindowMs: 0 };

  test('is linked with the earlier batch', async () => {
    const previousId = await accepted(STOP, START, 'Failed');
    const repeat = requestOf(STOP, { previousId });
    await recordIntent(world.db, repeat, ADA, at);
    const kept = await findIntent(world.db, repeat.dispatchId);
    expect(kept?.previous_id).toBe(previousId);
  });

  test('is refused if the batch does not exist', async () => {
    const request = requestOf(STOP, { previousId: randomUUID() });
    await expect(recordIntent(world.db, request, ADA, at)).rejects.toThrow('to repeat');
  });

  test('refuses a past trigger time, and names its row', async () => {
    const type = 'StopCharging';
    const past = askFor({ type, at: START + 5 * MINUTE }, { type, at: START });
    await expect(recordIntent(world.db, requestOf(past), ADA, at)).rejects.toThrow('Row 2');
  });
});
