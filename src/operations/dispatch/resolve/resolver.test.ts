import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isoInstant } from '../../../domain/instant.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { LIMITS, resolverOfEachTest } from '../testing/resolver-world.ts';

const [FIRST, SECOND] = CARS;
const world = resolverOfEachTest();
const { unknown, command, settle, wake, advance, resolutionOf, batchOf } = world;

describe('a dispatch that landed', () => {
  test('on all: its Commands are added with their observations, and it counts as known', async () => {
    const id = await unknown();
    const commands = CARS.map((car) => command(car, world.clock.now() + 1000));
    for (const [index, car] of CARS.entries()) {
      const own = commands[index];
      if (own !== undefined)
        world.held.set(car, [command(car, world.clock.now(), { type: 'Reset' }), own]);
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
    const observed = await world.db.selectFrom('command_observations').selectAll().execute();
    expect(observed.map((row) => [row.sequence, row.status])).toEqual([
      [0, 'Pending'],
      [0, 'Pending'],
    ]);
  });

  test('on some: counts those it landed on, and the others', async () => {
    const id = await unknown();
    world.held.set(FIRST, [command(FIRST)]);
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'partly',
      canSendAgain: false,
      counts: { certain: 1, none: 1 },
    });
  });

  test('with a plan: reads exactly its instants, however far ahead', async () => {
    const at = world.clock.now() + 40 * 86_400_000;
    const id = await unknown('StopCharging', { at });
    for (const car of CARS) world.held.set(car, [command(car, at)]);
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('landed');
    const [query] = world.reads.map((input) => input.query);
    expect([query?.start, query?.end]).toEqual([isoInstant(at), isoInstant(at + 1000)]);
  });

  test('reads every page', async () => {
    const id = await unknown();
    for (const car of CARS) {
      const others = Array.from({ length: 4 }, () =>
        command(car, world.clock.now(), { type: 'Reset' }),
      );
      world.held.set(car, [...others, command(car)]);
    }
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('landed');
    expect(world.reads).toHaveLength(6);
  });
});

describe('a dispatch without a find', () => {
  test('is too early to call at first; then not found until a time, and checked again for a day', async () => {
    const sentAt = world.clock.now();
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
      const before = world.reads.length;
      await advance(3_600_000);
      if (world.reads.length > before) looked.push(hours + 1);
    }
    expect(looked).toEqual([1, 3, 8, 24]);
    expect((await resolutionOf(id)).nextCheckAt).toBeNull();
  });

  test.each([
    ['a minute', 61_000],
    ['eight hours', 8 * 3_600_000 + 1000],
  ])('but is found %s later: the batch has landed, marked late', async (_name, ms) => {
    const id = await unknown();
    const at = world.clock.now() + 14_000;
    await wake();
    await advance(LIMITS.settleMs);
    expect((await resolutionOf(id)).verdict).toBe('none');
    for (const car of CARS) world.held.set(car, [command(car, at)]);
    await advance(ms - LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', canSendAgain: false });
    const { batch, rows } = await batchOf(id);
    expect(batch.lateFindAt).not.toBeNull();
    expect(batch.unaccounted).toBe(0);
    expect(rows.map((row) => row.foundLateAt !== null)).toEqual([true, true]);
  });

  test('a Command shown by an operator’s read triggers a check at once', async () => {
    const id = await unknown();
    await wake();
    await advance(LIMITS.settleMs);
    const late = CARS.map((car) => command(car));
    for (const own of late) world.held.set(own.entityId, [own]);
    await advance(1000);
    await world.resolver.note(FIRST, [command(FIRST, world.clock.now(), { type: 'Reset' })]);
    await settle();
    expect((await resolutionOf(id)).verdict).toBe('none');
    await world.resolver.note(FIRST, late.slice(0, 1));
    await settle();
    expect((await resolutionOf(id)).verdict).toBe('landed');
  });

  test('closed as not landed before the Service had time: a Command that appears then is a late find', async () => {
    const id = await unknown();
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('too-early');
    const by = { operator_id: 'o', operator_name: 'Ada', reason: 'No reading changed' };
    await world.db
      .insertInto('closings')
      .values({ dispatch_id: id, at: world.clock.now(), verdict: 'not-landed', ...by })
      .execute();
    for (const car of CARS) world.held.set(car, [command(car)]);
    await advance(LIMITS.settleMs);
    const { batch, rows } = await batchOf(id);
    expect(batch).toMatchObject({ resolution: { verdict: 'landed' }, unaccounted: 0 });
    expect(batch.lateFindAt).not.toBeNull();
    expect(rows.every((row) => row.foundLateAt !== null)).toBe(true);
  });

  test('that appears late is found by the second check', async () => {
    const id = await unknown();
    await wake();
    for (const car of CARS) world.held.set(car, [command(car)]);
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'landed', adopted: 2 });
  });

  test('shows why something could not be read, and takes that as no evidence', async () => {
    const id = await unknown();
    world.held.set(SECOND, new UpstreamFault('server-error', 'Out of order.', { status: 500 }));
    await wake();
    await advance(LIMITS.settleMs);
    expect(await resolutionOf(id)).toMatchObject({
      verdict: 'incomplete',
      canSendAgain: false,
      counts: { certain: 0, probable: 0, none: 1, unchecked: 1 },
      failures: [{ words: 'Out of order.', count: 1 }],
    });
    world.held.delete(SECOND);
    await advance(60_000);
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none' });
  });
});

describe('a check', () => {
  test('can be begun by an operator; a running one is answered instead', async () => {
    const id = await unknown();
    const first = await world.resolver.check(id, 'Grace');
    const second = await world.resolver.check(id, 'Ada');
    expect([first.operatorName, first.state]).toEqual(['Grace', 'running']);
    expect(second.id).toBe(first.id);
    await settle();
    expect((await resolutionOf(id)).state).toBe('done');
  });

  test('is refused for a known outcome or an unknown batch', async () => {
    const id = await unknown();
    const known = { outcome: 'accepted', unaccounted: 0 };
    await world.db.updateTable('intents').set(known).where('id', '=', id).execute();
    await expect(world.resolver.check(id, 'Ada')).rejects.toThrow('known already');
    await expect(world.resolver.check(randomUUID(), 'Ada')).rejects.toThrow('no batch');
  });

  test('resumes after a restart', async () => {
    const id = await unknown();
    const { id: check } = await world.resolver.check(id, 'Ada');
    await world.resolver.stop();
    expect((await resolutionOf(id)).state).toBe('running');
    await world.db
      .updateTable('resolution_members')
      .set({ evidence: 'none', checked_at: world.clock.now() })
      .where('entity_id', '=', FIRST)
      .execute();
    world.startAgain();
    await wake();
    expect(await resolutionOf(id)).toMatchObject({ id: check, state: 'done', operatorName: 'Ada' });
    expect(world.reads.map((input) => input.params['entityId'])).toEqual([SECOND]);
  });
});
