import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../contract/command.ts';
import { isoInstant } from '../../domain/instant.ts';
import { importDirectory } from '../directory/import.ts';
import { aCommand, storeBatch } from '../dispatch/testing/stored-batch.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { storeFleetCommand } from '../fleet/testing/fleet-command-rows.ts';
import { storeFleetRead } from '../fleet/testing/fleet-rows.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { overviewAt } from './testing/read-overview.ts';

/** 00:30 in Zurich, when it is still the day before in UTC. */
const NOW = Date.parse('2026-06-10T22:30:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Zurich';
const VERIFIED = { status: 'Succeeded', completedAt: isoInstant(NOW), error: null };
const FAILED = { status: 'Failed', error: { title: 'Device offline', description: null } };
let db: Kysely<Store>;

beforeEach(async () => {
  db = await memoryStore();
  await importDirectory(db, SMALL_DIRECTORY, 'import', NOW);
});

const overview = (zone = ZONE, now = NOW) => overviewAt(db, zone, now);
const send = (given: Partial<Command>[], atMs = NOW) => {
  const commands = given.map((command) => aCommand(randomUUID(), command));
  return storeBatch(db, { commands, members: commands.map(({ entityId }) => entityId) }, atMs);
};
/** Plans a Command for an hour later. */
const plan = () => {
  const triggerTime = isoInstant(NOW + HOUR);
  const items = [{ type: 'StopCharging', value: null, triggerTime }];
  const commands = [aCommand(randomUUID(), { triggerTime })];
  return storeBatch(db, { kind: 'schedule', items, commands, members: [CARS[0]] }, NOW);
};
const settleAll = () => db.updateTable('commands').set({ settled: 1 }).execute();

test('an installation without dispatches shows steps to take, and nothing for attention', async () => {
  const { steps, attention, next, days, open, rows } = await overview();
  expect(steps).toEqual({ directory: true, read: false, dispatched: false, reported: false });
  expect([attention, next, open]).toEqual([[], [], 0]);
  expect(days).toHaveLength(14);
  expect(days.every(({ verdictCounts }) => Object.keys(verdictCounts).length === 0)).toBe(true);
  expect(rows.map(({ lastBatch }) => lastBatch)).toEqual(rows.map(() => null));
});

test('days are those of the zone, and today ends now', async () => {
  const done = { status: 'Succeeded', verification: VERIFIED };
  await send([done], NOW - HOUR);
  await send([done, { ...FAILED, entityId: CARS[1] }], NOW - 60_000);
  await plan();
  expect((await overview()).days.slice(-2)).toEqual([
    { date: '2026-06-10', verdictCounts: { verified: 1 } },
    { date: '2026-06-11', verdictCounts: { failed: 1, verified: 1 } },
  ]);
  expect((await overview('UTC')).days.at(-1)).toEqual({
    date: '2026-06-10',
    verdictCounts: { failed: 1, verified: 2 },
  });
});

test('a week ago is counted up to the same time of day', async () => {
  await send([{ status: 'Succeeded', verification: VERIFIED }], NOW - 7 * DAY - 60_000);
  await send([{ ...FAILED }], NOW - 7 * DAY + HOUR);
  expect((await overview()).weekAgo).toEqual({ verified: 1 });
});

test('Commands that are due and not final are open; those ahead are planned', async () => {
  await send([{ status: 'Sent' }], NOW - 60_000);
  await plan();
  const { open, planned, next, rows } = await overview();
  expect([open, planned]).toEqual([1, 1]);
  expect(next).toMatchObject([
    { batch: { collectiveId: FLEET }, triggerTime: isoInstant(NOW + HOUR) },
  ]);
  expect(rows[0]).toMatchObject({ id: FLEET, lastBatch: { kind: 'now' }, next: { open: 1 } });
});

test('the last batch is the last that has taken effect: a plan counts from its first instant', async () => {
  await plan();
  expect((await overview()).rows[0]).toMatchObject({ id: FLEET, lastBatch: null });
  await send([{ status: 'Succeeded', verification: VERIFIED }], NOW - DAY);
  expect((await overview()).rows[0]).toMatchObject({ lastBatch: { kind: 'now' } });
  const { rows } = await overview(ZONE, NOW + 2 * HOUR);
  expect(rows[0]).toMatchObject({ lastBatch: { kind: 'schedule' } });
});

test('a refused batch counts as the last one', async () => {
  await send([{ status: 'Succeeded', verification: VERIFIED }], NOW - DAY);
  await storeBatch(db, { commands: [], members: [CARS[0]] }, NOW);
  const refused = { outcome: 'refused' } as const;
  await db.updateTable('intents').set(refused).where('created_at', '=', NOW).execute();
  expect((await overview()).rows[0]).toMatchObject({ lastBatch: { outcome: 'refused' } });
});

test('plans of other systems are listed as next too, as far as Commands were read', async () => {
  const planned = (hours: number, but: Partial<Command> = {}) =>
    storeFleetCommand(
      db,
      aCommand(randomUUID(), { triggerTime: isoInstant(NOW + hours * HOUR), ...but }),
      NOW,
    );
  await planned(2);
  await planned(2, { entityId: CARS[1] });
  await planned(1, { status: 'Canceled' });
  await storeFleetRead(db, CARS[0], 'commands', NOW);
  const { next, planned: count, rows, commandsRead } = await overview();
  const soon = { batch: null, triggerTime: isoInstant(NOW + 2 * HOUR), until: null, open: 2 };
  expect(next).toMatchObject([soon]);
  expect([count, commandsRead]).toEqual([1, { known: 1, of: 2 }]);
  expect(rows[0]).toMatchObject({ id: FLEET, next: soon });
});

test('the next plan of a Collective is the sooner one, of this console or another system', async () => {
  await plan();
  const later = isoInstant(NOW + 2 * HOUR);
  await storeFleetCommand(db, aCommand(randomUUID(), { triggerTime: later }), NOW);
  expect((await overview()).rows[0]?.next?.batch).not.toBeNull();
  const sooner = isoInstant(NOW + HOUR / 2);
  await storeFleetCommand(db, aCommand(randomUUID(), { triggerTime: sooner }), NOW);
  const { next, rows } = await overview();
  expect(rows[0]?.next).toMatchObject({ batch: null, triggerTime: sooner });
  expect(next.map(({ batch }) => batch === null)).toEqual([true, false, true]);
});

test('lists no plans for an archived Entity', async () => {
  const triggerTime = isoInstant(NOW + HOUR);
  await storeFleetCommand(db, aCommand(randomUUID(), { triggerTime }), NOW);
  await db.updateTable('entities').set({ archived: 1 }).where('id', '=', CARS[0]).execute();
  expect(await overview()).toMatchObject({ next: [], commandsRead: { known: 0, of: 1 } });
});

describe('what needs attention', () => {
  test('is an unknown outcome, until a check decides', async () => {
    const id = await storeBatch(db, { commands: null }, NOW);
    await db.updateTable('intents').set({ outcome: 'unknown' }).where('id', '=', id).execute();
    const { unknown, attention } = await overview();
    expect(unknown).toMatchObject({ count: 1, newest: { id } });
    expect(attention).toMatchObject([{ kind: 'outcome-unknown', batch: { id } }]);
  });

  test('is an unknown outcome of which nothing was found, while it may still land', async () => {
    const id = await storeBatch(db, { commands: null }, NOW);
    await db.updateTable('intents').set({ outcome: 'unknown' }).where('id', '=', id).execute();
    const check = { dispatch_id: id, state: 'done', verdict: 'none', started_at: NOW };
    await db
      .insertInto('resolutions')
      .values({ ...check, horizon_at: NOW + HOUR })
      .execute();
    expect((await overview()).unknown).toMatchObject({ count: 1, newest: { id } });
    // Its time is over once a check has read later than that.
    expect((await overview(ZONE, NOW + HOUR)).unknown).toMatchObject({ count: 1 });
    await db.updateTable('resolutions').set({ horizon_at: null }).execute();
    expect((await overview()).unknown).toMatchObject({ count: 0 });
  });

  test('is a batch with many failures, for a day', async () => {
    const members = [...CARS, randomUUID()];
    const commands = members.map((entityId) => aCommand(randomUUID(), { ...FAILED, entityId }));
    const id = await storeBatch(db, { commands, members }, NOW - HOUR);
    expect((await overview()).attention).toMatchObject([
      { kind: 'many-failed', failed: 3, batch: { id } },
    ]);
    expect((await overview(ZONE, NOW + 2 * DAY)).attention).toEqual([]);
  });

  test('is not a batch with only two failures', async () => {
    await send(CARS.map((entityId) => ({ ...FAILED, entityId })));
    expect((await overview()).attention).toEqual([]);
  });

  test('is an Entity whose last three Commands failed, not one that recovered', async () => {
    for (const hours of [4, 3, 2]) {
      await send(
        [
          { ...FAILED, entityId: CARS[0] },
          { ...FAILED, entityId: CARS[1] },
        ],
        NOW - hours * HOUR,
      );
    }
    await send([{ entityId: CARS[1], status: 'Succeeded', verification: VERIFIED }], NOW - HOUR);
    await settleAll();
    expect((await overview()).attention).toMatchObject([
      { kind: 'failing', count: 1, entities: [{ id: CARS[0] }] },
    ]);
  });
});
