import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { UpstreamFault } from '../../../http/fault.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { isUnsettled } from '../../../domain/unknown-outcome.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { closeAs } from '../../../server/testing/unknown-dispatch.ts';
import { storeFleetCommand } from '../../fleet/testing/fleet-command-rows.ts';
import { LIMITS, resolverOfEachTest } from '../testing/resolver-world.ts';
import { storeBatch } from '../testing/stored-batch.ts';

const [FIRST, SECOND] = CARS;

const world = resolverOfEachTest();
const { unknown, command, wake, settled, advance, resolutionOf, batchOf, openIds } = world;
/** What is known of a batch for good, as it is shown; undefined: neither a check nor a person has decided. */
const finalOf = async (id: string) => {
  const { batch } = await batchOf(id);
  const { verdict = null, horizonAt = null } = batch.resolution ?? {};
  if (isUnsettled(batch)) return undefined;
  return batch.closing === null
    ? { verdict, horizonAt }
    : { verdict: batch.closing.verdict, horizonAt: null };
};
/** The Service has a Command of each Entity, triggered now or at an instant. */
const hold = (...like: [at?: number, more?: Parameters<typeof command>[2]]) => {
  for (const car of CARS) world.held.set(car, [command(car, ...like)]);
};
const BOTH = ['person', 'person'];
const evidenceOf = async (id: string) => (await batchOf(id)).rows.map((row) => row.evidence);

test('a dispatch that landed: its Commands are added with their observations, and it is known', async () => {
  const id = await unknown();
  const commands = CARS.map((car) => command(car, world.clock.now() + 1000));
  for (const own of commands) {
    const others = [1, 2, 3, 4].map(() =>
      command(own.entityId, world.clock.now(), { type: 'Reset' }),
    );
    world.held.set(own.entityId, [...others, own]);
  }
  await wake();
  expect(await resolutionOf(id)).toMatchObject({
    state: 'done',
    operatorName: null,
    counts: { landed: 2, notFound: 0, person: 0, unread: 0 },
    failures: [],
    verdict: 'landed',
    nextCheckAt: null,
  });
  // Three pages of each Entity.
  expect(world.reads).toHaveLength(6);
  const { batch, rows } = await batchOf(id);
  expect(batch).toMatchObject({ outcome: 'unknown', open: 2, settled: false, unaccounted: 0 });
  expect(rows.map((row) => [row.commandId, row.matched, row.evidence])).toEqual(
    commands.map((own) => [own.id, 'check', 'landed']),
  );
  const kept = await world.db.selectFrom('sent_commands').select(['status', 'changes']).execute();
  expect(kept).toEqual(CARS.map(() => ({ status: 'Pending', changes: 1 })));
  expect(await finalOf(id)).toEqual({ verdict: 'landed', horizonAt: null });
  expect(await openIds()).toEqual([]);
});

test('nothing found: early at first, then until a time, and not landed after the horizon', async () => {
  const sentAt = world.clock.now();
  const id = await unknown();
  await wake();
  expect(await resolutionOf(id)).toMatchObject({ verdict: 'early' });
  expect(await finalOf(id)).toBeUndefined();
  await advance(LIMITS.settleMs);
  expect(await resolutionOf(id)).toMatchObject({
    verdict: 'none',
    checkedUntil: isoInstant(sentAt + LIMITS.settleMs),
    nextCheckAt: isoInstant(sentAt + 60_000),
    horizonAt: isoInstant(sentAt + LIMITS.horizonMs),
  });
  expect((await batchOf(id)).batch.settled).toBe(true);
  expect(await openIds()).toEqual([id]);
  await advance(LIMITS.horizonMs);
  expect(await finalOf(id)).toEqual({ verdict: 'none', horizonAt: null });
  expect(await openIds()).toEqual([]);
  const looked: number[] = [];
  for (let hours = 0; hours < 30; hours += 1) {
    const before = world.reads.length;
    await advance(3_600_000);
    if (world.reads.length > before) looked.push(hours + 1);
  }
  expect(looked).toEqual([1, 3, 8, 24]);
  expect((await resolutionOf(id)).nextCheckAt).toBeNull();
});

test('a look that becomes due during a slow check follows at once', async () => {
  const id = await unknown();
  let isSlow = true;
  world.setShape((page) => {
    if (isSlow) world.clock.advance(LIMITS.settleMs);
    isSlow = false;
    return page;
  });
  world.resolver.wake();
  const isSettled = async () => {
    await world.settle();
    expect(await resolutionOf(id)).toMatchObject({ verdict: 'none' });
  };
  await vi.waitFor(isSettled, 10_000);
  expect(world.reads.length).toBeGreaterThan(CARS.length);
});

test('found on some: they have landed, the others are not found until then', async () => {
  const id = await unknown();
  world.held.set(FIRST, [command(FIRST)]);
  await settled();
  const partly = { verdict: 'partly', counts: { landed: 1, notFound: 1 } };
  expect(await resolutionOf(id)).toMatchObject(partly);
  expect((await finalOf(id))?.verdict).toBe('partly');
});

test.each([
  ['a minute', 61_000],
  ['eight hours', 8 * 3_600_000 + 1000],
])('found %s late: the batch has landed, marked late', async (_when, ms) => {
  const id = await unknown();
  const at = world.clock.now() + 14_000;
  await settled();
  hold(at);
  await advance(ms - LIMITS.settleMs);
  expect((await resolutionOf(id)).verdict).toBe('landed');
  const { batch, rows } = await batchOf(id);
  expect(batch.lateFindAt).not.toBeNull();
  expect(rows.map((row) => row.foundLateAt !== null)).toEqual([true, true]);
});

test('found at the second look, within the settling time, is not late', async () => {
  const id = await unknown();
  await wake();
  hold();
  await advance(LIMITS.settleMs);
  const inTime = { resolution: { verdict: 'landed' }, lateFindAt: null };
  expect((await batchOf(id)).batch).toMatchObject(inTime);
});

test('closed as not landed, and found then: a late find', async () => {
  const id = await unknown();
  await wake();
  await closeAs(world.db, id, world.clock.now(), 'not-landed');
  expect(await finalOf(id)).toEqual({ verdict: 'not-landed', horizonAt: null });
  expect(await openIds()).toEqual([]);
  hold();
  await advance(LIMITS.settleMs);
  const { batch } = await batchOf(id);
  expect(batch).toMatchObject({ resolution: { verdict: 'landed' }, unaccounted: 0 });
  expect(batch.lateFindAt).not.toBeNull();
});

const failure = new UpstreamFault('server-error', 'Out of order.', { status: 500 });
test.each<[string, Parameters<typeof world.setShape>[0] | null]>([
  ['a failure', null],
  ['a list that is null', () => null],
  ['a list that names one twice', (page) => [...page, ...page]],
  ['a list with one of another Entity', () => CARS.map((car) => command(car))],
  ['a list that stops inside a Command', (page) => [...page, { id: randomUUID() }]],
])('%s is unread, never not found', async (_what, shape) => {
  const id = await unknown();
  hold(world.clock.now(), { type: 'Reset' });
  if (shape === null) world.held.set(SECOND, failure);
  else world.setShape(shape);
  await settled();
  const { verdict, counts, failures } = await resolutionOf(id);
  expect([verdict, counts.landed, counts.person]).toEqual(['open', 0, 0]);
  expect(counts.unread).toBeGreaterThan(0);
  expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(counts.unread);
  expect(await finalOf(id)).toBeUndefined();
  world.setShape((page) => page);
  world.held.clear();
  await advance(60_000);
  expect(await resolutionOf(id)).toMatchObject({ verdict: 'none', failures: [] });
});

test('Commands of another known batch do not count', async () => {
  const own = CARS.map((car) => command(car));
  await storeBatch(world.db, { commands: own }, world.clock.now());
  const id = await unknown();
  for (const car of own) world.held.set(car.entityId, [car]);
  await settled();
  expect((await resolutionOf(id)).verdict).toBe('none');
});

test('one that fits two unknown dispatches is a person’s to decide for both, and joins neither', async () => {
  const both = [await unknown(), await unknown()];
  hold();
  await settled();
  for (const id of both) expect(await evidenceOf(id)).toEqual(BOTH);
  expect(await world.db.selectFrom('sent_commands').select('id').execute()).toEqual([]);
});

test('one that another system had planned before the send is a person’s to decide', async () => {
  world.clock.advance(60_000);
  const id = await unknown();
  const own = command(FIRST);
  world.held.set(FIRST, [own]);
  await storeFleetCommand(world.db, own, world.clock.now() - 30_000);
  await wake();
  expect(await resolutionOf(id)).toMatchObject({ counts: { person: 1, notFound: 1 } });
});

describe('the clock of the Service', () => {
  test('by its Date headers shifts the time of the send', async () => {
    world.setDates({ lowMs: 599_700, highMs: 600_300 });
    const id = await unknown();
    hold(world.clock.now() + 600_000);
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('landed');
  });

  test('unknown at the send and at the check: a person decides', async () => {
    world.setDates(null);
    const id = await unknown();
    await settled();
    expect(await evidenceOf(id)).toEqual(BOTH);
  });

  test('that the first check tells counts for it', async () => {
    world.setDates(null);
    const id = await unknown();
    hold();
    world.setDates({ lowMs: -300, highMs: 300 });
    await wake();
    expect((await resolutionOf(id)).verdict).toBe('landed');
  });

  test('is not known if an accepted dispatch contradicts the Date headers', async () => {
    const at = world.clock.now();
    const items = [{ type: 'Reset', value: null, triggerTime: null }];
    const commands = CARS.map((car) => command(car, at - 7_200_000, { type: 'Reset' }));
    await storeBatch(world.db, { items, commands }, at);
    const id = await unknown();
    hold();
    await settled();
    expect(await evidenceOf(id)).toEqual(BOTH);
  });
});

test('a check is begun by an operator, refused for a known outcome, and resumes after a restart', async () => {
  const id = await unknown();
  const begun = await world.resolver.check(id, 'Grace');
  expect(begun).toMatchObject({ operatorName: 'Grace', state: 'running' });
  expect((await world.resolver.check(id, 'Ada')).operatorName).toBe('Grace');
  await world.resolver.stop();
  const now = world.clock.now();
  const member = world.db.updateTable('resolution_members').where('entity_id', '=', FIRST);
  await member.set({ evidence: 'not-found', read_at: now, missed_at: now }).execute();
  world.startAgain();
  await wake();
  expect(await resolutionOf(id)).toMatchObject({ state: 'done', operatorName: 'Grace' });
  expect(world.reads.map((input) => input.params['entityId'])).toEqual([SECOND]);
  const known = { outcome: 'accepted', unaccounted: 0 };
  await world.db.updateTable('intents').set(known).where('id', '=', id).execute();
  await expect(world.resolver.check(id, 'Ada')).rejects.toThrow('known already');
  await expect(world.resolver.check(randomUUID(), 'Ada')).rejects.toThrow('no batch');
});
