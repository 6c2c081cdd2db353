import { expect, test } from 'vitest';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { refreshCost, refreshFleet } from '../refresh-fleet.ts';
import { BUDGET, OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';
import { claimDue } from './due.ts';
import { askReads } from './mark-read.ts';
import { RANK, nextTurn } from './turns.ts';

/** Reads in flight, or waiting for the budget, which nothing overtakes. */
const AT_ONCE = 16;

const world = readsOfEachTest(OF_ENTITIES_ALONE);

const ask = (asker: string, entityIds: readonly string[], now = world.clock.now()) =>
  askReads(world.db, { asker, entityIds, resources: ['sessions'] }, now);
const parts = () => ({ db: world.db, agesBy: FLEET_POLICY, requestsPerSecond: BUDGET });
const all = (entityIds: string[]) => ({
  entityIds,
  collectiveId: null,
  resources: ['sessions' as const],
  only: 'all' as const,
});
/** Number of reads since some moment, up to the last one of these Entities. */
const lastOf = (ids: readonly string[], since: number) =>
  world.service.asked.slice(since).findLastIndex(({ entityId }) => ids.includes(entityId)) + 1;

/** A report of 600 Entities that is being read, and Entities that it does not name. */
async function behindReport() {
  const ids = await world.fleet(700);
  world.make(null);
  const large = ids.slice(0, 600);
  await ask('report 1', large);
  world.reads.wake();
  await world.pass(500);
  const others = ids.slice(600);
  const since = world.service.asked.length;
  expect(since).toBeLessThan(100);
  return { large, others, since };
}

test('a small request beside a large one takes turns with it, and then a third one too', async () => {
  const { large, others, since } = await behindReport();
  const [second, third] = [others.slice(0, 20), others.slice(20, 60)];
  await ask('report 2', second);
  await ask('report 3', third);
  world.reads.wake();
  await world.pass(8000);
  // What is claimed together is in order of turns within 64 reads.
  expect(lastOf(second, since)).toBeLessThanOrEqual(3 * 20 + 64 + AT_ONCE);
  expect(lastOf(third, since)).toBeLessThanOrEqual(20 + 2 * 40 + 64 + AT_ONCE);
  expect(lastOf(large, since)).toBe(600 + 60 - since);
});

test('a refresh of few goes first, and its answer says when', async () => {
  const { others, since } = await behindReport();
  const [one = ''] = others;
  const { seconds } = await refreshFleet(parts(), all([one]), world.clock.now());
  // Six seconds of the report's reads are left.
  expect(seconds).toBeLessThan((2 * AT_ONCE) / BUDGET);
  world.reads.wake();
  await world.pass(1000);
  expect(lastOf([one], since)).toBeGreaterThan(0);
  expect(lastOf([one], since)).toBeLessThanOrEqual(AT_ONCE + 1);
});

test('a refresh of many takes turns with the report before it, which its cost includes', async () => {
  const { others, since } = await behindReport();
  const now = world.clock.now();
  const { seconds } = await refreshCost(parts(), all(others), now);
  // The report's reads that are left would take longer.
  expect(seconds).toBeGreaterThanOrEqual((2 * others.length) / BUDGET);
  expect(seconds).toBeLessThanOrEqual((2 * others.length + 64) / BUDGET);
  expect(await refreshFleet(parts(), all(others), now)).toMatchObject({ seconds });
  world.reads.wake();
  await world.pass(8000);
  expect(lastOf(others, since) / BUDGET).toBeLessThanOrEqual(seconds + (64 + AT_ONCE) / BUDGET);
});

test('refreshes of few, one after the other, do not stop a report', async () => {
  const { large, others } = await behindReport();
  const before = world.service.asked.length;
  for (let round = 0; round < 20; round += 1) {
    await refreshFleet(parts(), all(others.slice(0, 50)), world.clock.now());
    world.reads.wake();
    await world.pass(250);
  }
  const done = world.service.asked.slice(before).map(({ entityId }) => entityId);
  expect(done.filter((id) => large.includes(id)).length).toBeGreaterThan(done.length / 20);
});

test('a read that two request is done once, at the turn of the first', async () => {
  const ids = await world.fleet(100);
  const last = ids.at(-1) ?? '';
  world.make(null);
  await ask('report 1', ids);
  await ask('report 2', [last]);
  const now = world.clock.now();
  const due = { now, limit: 5, ranks: [RANK.asked] };
  const first = await claimDue(world.db, due);
  expect(first.slice(0, 2).map((row) => row.entity_id)).toEqual([ids[0], last]);
  // Another process gets others.
  const claimed = new Set(first.map((row) => row.entity_id));
  const next = await claimDue(world.db, { ...due, limit: 200 });
  expect(next).toHaveLength(95);
  expect(next.some((row) => claimed.has(row.entity_id))).toBe(false);
});

test('a report that requests part after part has one share', async () => {
  const ids = await world.fleet(90);
  const now = world.clock.now();
  for (const at of [0, 20, 40]) await ask('report 1', ids.slice(at, at + 20));
  await ask('report 2', ids.slice(60));
  const rows = await claimDue(world.db, { now, limit: 60, ranks: [RANK.asked] });
  expect(rows.filter((row) => row.asked_by === 'report 2')).toHaveLength(30);
});

test('a read that is retried for long does not put later askers before all others', async () => {
  const ids = await world.fleet(300);
  await ask('report 1', ids.slice(0, 200));
  const now = world.clock.now();
  await claimDue(world.db, { now, limit: 150, ranks: [RANK.asked] });
  expect(await nextTurn(world.db, 'report 2', now)).toBeGreaterThanOrEqual((150 - 64) * 8);
});

test('what is due by policy is read meanwhile, at least one in ten', async () => {
  const ids = await world.fleet(700);
  world.reads.wake();
  await world.pass(100);
  await ask('report 1', ids);
  world.reads.wake();
  // Those due by policy that were claimed before.
  await world.pass(1000);
  const before = world.service.asked.length;
  await world.pass(4000);
  const done = world.service.asked.slice(before);
  const others = done.filter(({ what }) => what !== 'sessions');
  expect(done.length).toBeGreaterThan(300);
  expect(others.length).toBeGreaterThan(done.length / 10);
  expect(others.length).toBeLessThan(done.length / 6);
});
