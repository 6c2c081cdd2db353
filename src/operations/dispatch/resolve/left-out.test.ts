import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CARS } from '../../../server/testing/console-harness.ts';
import { recordOutcome } from '../send/outcome-store.ts';
import { resolverOfEachTest } from '../testing/resolver-world.ts';

const [FIRST, SECOND] = CARS;

const world = resolverOfEachTest();
const { unknown, command, wake, settled, resolutionOf, batchOf, openIds, setSending } = world;

describe('an accepted dispatch whose answer omits Entities', () => {
  /** Stores a dispatch that was accepted with Commands for only these Entities. */
  async function partly(...entities: readonly string[]): Promise<string> {
    const dispatchId = await unknown();
    await setSending(dispatchId);
    const items = [{ type: 'StopCharging', value: null, triggerTime: null }];
    const commands = entities.map((entity) => command(entity));
    const batch = { batchId: randomUUID(), commands };
    const outcome = { outcome: 'accepted', upstreamStatus: 201, batch } as const;
    const request = { dispatchId, kind: 'now', items } as const;
    await recordOutcome(world.db, request, outcome, world.clock.now());
    for (const own of commands) world.held.set(own.entityId, [own]);
    return dispatchId;
  }

  test.each([
    ['all', []],
    ['some', [FIRST]],
  ])('%s: these are looked for and added', async (_which, listed) => {
    const id = await partly(...listed);
    const left = CARS.filter((car) => !listed.some((entity) => entity === car));
    const open = { outcome: 'accepted', unaccounted: left.length, settled: false };
    expect((await batchOf(id)).batch).toMatchObject(open);
    expect(await openIds()).toEqual([id]);
    for (const car of left) world.held.set(car, [command(car)]);
    await wake();
    const found = { verdict: 'landed', counts: { landed: left.length } };
    expect(await resolutionOf(id)).toMatchObject(found);
    const { batch, rows } = await batchOf(id);
    expect(batch.unaccounted).toBe(0);
    expect(rows.map((row) => row.commandId !== null)).toEqual([true, true]);
  });

  test('a person decides if a dispatch without an answer may have made what is found, whoever its members are', async () => {
    const id = await partly(FIRST);
    const other = await unknown();
    const commands = world.db.updateTable('commands').where('dispatch_id', '=', other);
    await commands.set({ member: 0 }).execute();
    world.held.set(SECOND, [command(SECOND)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ counts: { person: 1, landed: 0 } });
    expect((await batchOf(id)).batch.unaccounted).toBe(1);
  });

  test('that have no Command: not found, which is not failed', async () => {
    const id = await partly(FIRST);
    await settled();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', counts: { notFound: 1 } });
    const { batch } = await batchOf(id);
    expect([batch.verdictCounts['failed'] ?? 0, batch.unaccounted]).toEqual([0, 1]);
  });
});
