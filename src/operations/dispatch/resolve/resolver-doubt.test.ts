import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CARS } from '../../../server/testing/console-harness.ts';
import { recordOutcome } from '../send/ledger.ts';
import { LIMITS, resolverOfEachTest } from '../testing/resolver-world.ts';
import { storeBatch } from '../testing/stored-batch.ts';

const [FIRST, SECOND] = CARS;
const world = resolverOfEachTest();
const { unknown, command, wake, advance, resolutionOf, batchOf, setSending } = world;

describe('a Command that another dispatch may have made', () => {
  test('known to belong to another batch is not a find for this one', async () => {
    const own = CARS.map((car) => command(car));
    await storeBatch(world.db, { commands: own }, world.clock.now());
    const id = await unknown();
    for (const car of own) world.held.set(car.entityId, [car]);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', canSendAgain: true });
  });

  test('that fits two unknown dispatches is probable for both, and is added once', async () => {
    const first = await unknown();
    const second = await unknown();
    for (const car of CARS) world.held.set(car, [command(car)]);
    await wake();
    await advance(LIMITS.settleMs);
    const both = [await resolutionOf(first), await resolutionOf(second)];
    expect(both.map((each) => [each.verdict, each.canSendAgain])).toEqual([
      ['probable', false],
      ['probable', false],
    ]);
    const rows = await world.db.selectFrom('commands').select(['id', 'matched']).execute();
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
      world.db,
      { dispatchId, kind: 'now', items: [{ type: 'Reset', value: null, triggerTime: null }] },
      { outcome: 'accepted', upstreamStatus: 201, batch: { batchId: randomUUID(), commands } },
      world.clock.now(),
    );
  }

  /** The Date headers around the answered dispatches showed no offset. */
  const setGatewayClock = () =>
    world.db
      .updateTable('intents')
      .set({ clock_low: -300, clock_high: 300 })
      .where('outcome', '=', 'accepted')
      .execute();

  test.each([
    ['with an unknown offset', null, 'probable'],
    ['with an offset known from an earlier answer', AHEAD, 'landed'],
    ['although an earlier answer showed no offset', 0, 'none'],
  ])('%s', async (_name, lead, verdict) => {
    world.setDates(null);
    if (lead !== null) await answered(world.clock.now() + lead);
    const id = await unknown();
    for (const car of CARS) world.held.set(car, [command(car, world.clock.now() + AHEAD)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect((await resolutionOf(id)).verdict).toBe(verdict);
  });

  test.each([
    ['ten minutes behind', -600_000],
    ['ten minutes ahead', 600_000],
    ['eight seconds behind', -8000],
    ['eight seconds ahead', 8000],
  ])('%s by its Date headers: a find is certain', async (_name, ahead) => {
    world.setDates({ lowMs: ahead - 300, highMs: ahead + 300 });
    const id = await unknown();
    for (const car of CARS) world.held.set(car, [command(car, world.clock.now() + ahead)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'landed',
      clock: { lowMs: ahead - 300, highMs: ahead + 300, confirmed: false },
    });
  });

  test('ten minutes behind a gateway with correct Date headers: nothing is reported absent', async () => {
    const id = await unknown();
    for (const car of CARS) world.held.set(car, [command(car, world.clock.now() - 600_000)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect((await resolutionOf(id)).verdict).toBe('probable');
  });

  test('known only from a check: an equal Command seven hours before the send is not a find', async () => {
    world.setDates(null);
    const id = await unknown();
    for (const car of CARS) world.held.set(car, [command(car, world.clock.now() - 7 * 3_600_000)]);
    world.setDates({ lowMs: -300, highMs: 300 });
    // Long enough after the send for this first check to decide.
    world.clock.advance(LIMITS.settleMs);
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('none');
  });

  test('is not moved by one odd answer: both times are searched, and nothing is certain', async () => {
    await answered(world.clock.now() - 7_200_000);
    await setGatewayClock();
    const id = await unknown();
    for (const car of CARS) world.held.set(car, [command(car)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'probable',
      canSendAgain: false,
      clock: { confirmed: false },
    });
  });

  test('behind a gateway is learnt from the trigger times of two accepted dispatches', async () => {
    await answered(world.clock.now() - 600_000);
    await answered(world.clock.now() - 600_000);
    await setGatewayClock();
    const id = await unknown();
    for (const car of CARS) world.held.set(car, [command(car, world.clock.now() - 600_000)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', clock: { confirmed: true } });
  });
});

describe('an accepted dispatch whose answer omits Entities', () => {
  /** Stores a dispatch that was accepted with Commands for only these Entities. */
  async function partly(...entities: readonly string[]): Promise<string> {
    const dispatchId = await unknown();
    await setSending(dispatchId);
    const items = [{ type: 'StopCharging', value: null, triggerTime: null }];
    const commands = entities.map((entity) => command(entity));
    await recordOutcome(
      world.db,
      { dispatchId, kind: 'now', items },
      { outcome: 'accepted', upstreamStatus: 201, batch: { batchId: randomUUID(), commands } },
      world.clock.now(),
    );
    for (const own of commands) world.held.set(own.entityId, [own]);
    return dispatchId;
  }

  test.each([
    ['all', []],
    ['some', [FIRST]],
  ])('%s: these are looked for and added', async (_name, listed) => {
    const id = await partly(...listed);
    const left = CARS.filter((car) => !listed.some((entity) => entity === car));
    expect((await batchOf(id)).batch).toMatchObject({
      outcome: 'accepted',
      unaccounted: left.length,
      settled: false,
    });
    for (const car of left) world.held.set(car, [command(car)]);
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', total: left.length });
    const { batch, rows } = await batchOf(id);
    expect(batch.unaccounted).toBe(0);
    expect(rows.map((row) => row.commandId !== null)).toEqual([true, true]);
  });

  test('that have no Command: not found, which is not failed', async () => {
    const id = await partly(FIRST);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', total: 1 });
    const { batch } = await batchOf(id);
    expect(batch.verdictCounts['failed'] ?? 0).toBe(0);
    expect(batch.unaccounted).toBe(1);
  });

  test('that have a probable Command: it is checked again, and stays probable when lists drop it', async () => {
    const id = await partly(FIRST);
    world.held.set(SECOND, [command(SECOND, world.clock.now() + 90_000)]);
    await wake();
    const { batch } = await batchOf(id);
    expect([batch.unaccounted, batch.resolution?.verdict]).toEqual([0, 'probable']);
    world.held.set(SECOND, []);
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'probable', adopted: 0 });
  });
});
