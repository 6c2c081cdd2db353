import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { GUARD_FINDINGS_MAX, GUARD_KINDS } from '../../../contract/console/guard.ts';
import { Failure } from '../../../bff/http/problems.ts';
import { currentVersion, nextVersion } from '../../../store/version.ts';
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
import { commandRow, insertCommands } from '../batches/command-rows.ts';
import { recordIntent } from './ledger.ts';
import type { DispatchRequest } from './request.ts';

const world = guardOfEachTest();
const { everything, accepted, unknown, report, look } = world;

describe('an override', () => {
  const at = { now: START + MINUTE, guardWindowMs: WINDOW };

  const stored = (dispatchId: string) =>
    world.db
      .selectFrom('intents')
      .where('id', '=', dispatchId)
      .select('overridden')
      .executeTakeFirst();
  async function refusal(request: DispatchRequest): Promise<Failure> {
    const refused = await recordIntent(world.db, request, ADA, at).catch((error: unknown) => error);
    if (!(refused instanceof Failure)) throw new Error('not refused');
    return refused;
  }

  test('is refused unless it names each kind; then nothing is stored, and the report is returned', async () => {
    const first = await accepted(CHARGE, START);
    const second = await accepted(STOP, START + 1);
    const seen = await currentVersion(world.db);
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
    const seen = await currentVersion(world.db);
    const request = requestOf(STOP, { override: { kinds: ['opposite'], seen } });
    expect(await recordIntent(world.db, request, ADA, at)).toBeNull();
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
      await recordIntent(world.db, requestOf(STOP, { override: await everything() }), ADA, at),
    ).toBeNull();
  });

  test('does not cover Commands that a check found after the seen version', async () => {
    const dispatchId = await unknown(STOP, START, 'none');
    const override = await everything();
    expect(await look(STOP, START + MINUTE)).toEqual([]);
    await world.db.transaction().execute(async (trx) => {
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
    await world.db.updateTable('resolutions').set({ verdict: 'landed' }).execute();
    expect(await look(STOP, START + MINUTE)).toEqual([`same:${dispatchId}`]);
    expect((await refusal(requestOf(STOP, { override }))).code).toBe('dispatch_guarded');
  });

  test('is refused if it names a future version', async () => {
    const override = { kinds: [...GUARD_KINDS], seen: (await currentVersion(world.db)) + 1 };
    expect((await refusal(requestOf(STOP, { override }))).status).toBe(400);
  });

  test('of 200 unresolved batches lets a Command through, and lists only some of them', async () => {
    for (let count = 0; count < 200; count += 1)
      await storeBatch(world.db, { commands: null }, START);
    const { findings, totals } = await report(CHARGE, START + MINUTE);
    expect(totals).toEqual([{ kind: 'unresolved', total: 200 }]);
    expect(findings).toHaveLength(GUARD_FINDINGS_MAX);
    const override = await everything();
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
    expect((await recordIntent(world.db, request, ADA, at))?.id).toBe(request.dispatchId);
  });
});

describe('a repeat', () => {
  const at = { now: START + MINUTE, guardWindowMs: 0 };

  test('is linked, and the earlier batch counts as changed', async () => {
    const previousId = await accepted(STOP, START, 'Failed');
    const versionOf = async () =>
      (
        await world.db
          .selectFrom('intents')
          .where('id', '=', previousId)
          .select('version')
          .executeTakeFirst()
      )?.version ?? 0;
    const before = await versionOf();
    await recordIntent(world.db, requestOf(STOP, { previousId }), ADA, at);
    expect(await versionOf()).toBeGreaterThan(before);
  });

  test('is refused if the batch does not exist', async () => {
    const request = requestOf(STOP, { previousId: randomUUID() });
    await expect(recordIntent(world.db, request, ADA, at)).rejects.toThrow('to repeat');
  });

  test('refuses a past trigger time, and names its row', async () => {
    const past = askFor(
      { type: 'StopCharging', at: START + 5 * MINUTE },
      { type: 'StopCharging', at: START },
    );
    await expect(recordIntent(world.db, requestOf(past), ADA, at)).rejects.toThrow('Row 2');
  });
});
