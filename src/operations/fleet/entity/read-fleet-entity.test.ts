import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { FLEET_RESOURCES } from '../../../contract/console/choices.ts';
import { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { aCommand, storeBatch } from '../../dispatch/testing/stored-batch.ts';
import { storeFleetCommand } from '../testing/fleet-command-rows.ts';
import { NEVER_MS } from '../reads/next-due.ts';
import { storeFleetRead } from '../testing/fleet-rows.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { readFleetEntity } from './read-fleet-entity.ts';

const NOW = Date.parse('2026-06-10T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [VAN] = CARS;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await smallStore(NOW - DAY);
});

const read = async (id: string = VAN) =>
  FleetEntity.parse(await readFleetEntity(db, FLEET_POLICY, id, NOW));

test('an Entity that was never read is not shown as having nothing', async () => {
  const entity = await read();
  expect(entity.reads.map(({ resource, state }) => [resource, state])).toEqual(
    FLEET_RESOURCES.map((resource) => [resource, 'never']),
  );
  expect(entity).toMatchObject({ commands: [], knownFrom: null });
});

test('answers 404 for an Entity that is not in the directory', async () => {
  await expect(read(randomUUID())).rejects.toMatchObject({ status: 404 });
});

test('each resource has its own state: fresh, stale, or failed with the Service’s message', async () => {
  await storeFleetRead(db, VAN, 'features', NOW - HOUR);
  await storeFleetRead(db, VAN, 'locations', NOW - 2 * DAY);
  const failed = { message: 'Back at four', tried_at: NOW - HOUR, tries: 2 };
  await storeFleetRead(db, VAN, 'capacity', NOW - DAY, failed);
  await storeFleetRead(db, VAN, 'history', NOW, { due_at: NEVER_MS });
  const { reads } = await read();
  const of = (name: string) => reads.find(({ resource }) => resource === name);
  expect(of('features')).toMatchObject({ state: 'fresh', readAt: isoInstant(NOW - HOUR) });
  expect(of('history')?.dueAt).toBeNull();
  expect(of('locations')).toMatchObject({ state: 'stale', message: null });
  expect(of('capacity')).toEqual({
    resource: 'capacity',
    state: 'failed',
    readAt: isoInstant(NOW - DAY),
    triedAt: isoInstant(NOW - HOUR),
    dueAt: isoInstant(NOW),
    message: 'Back at four',
  });
});

test('distinguishes Commands of other systems from ours, which appear before the Service lists them', async () => {
  const at = (hours: number) => ({ triggerTime: isoInstant(NOW - hours * HOUR) });
  const [listed, unlisted, other] = [randomUUID(), randomUUID(), randomUUID()];
  const ours = [aCommand(listed, at(3)), aCommand(unlisted, at(1))];
  await storeBatch(db, { commands: ours, members: [VAN] }, NOW - 3 * HOUR);
  await storeFleetCommand(db, aCommand(other, { ...at(2), status: 'Failed' }), NOW);
  // The Service has reported more about ours since.
  await storeFleetCommand(db, aCommand(listed, { ...at(3), status: 'Succeeded' }), NOW);
  const { commands } = await read();
  expect(commands.map(({ command, sentBy }) => [command.id, command.status, sentBy])).toEqual([
    [unlisted, 'Pending', 'O'],
    [other, 'Failed', 'another system'],
    [listed, 'Succeeded', 'O'],
  ]);
});

test('has the dispatches that may have reached it, until that is decided', async () => {
  const other = aCommand(undefined, { entityId: CARS[1] });
  const left = await storeBatch(db, { commands: [other] }, NOW - HOUR);
  const sending = await storeBatch(db, { commands: null }, NOW);
  const open = async () => (await read()).openDispatches.map(({ dispatchId }) => dispatchId);
  expect(await open()).toEqual([sending, left]);
  await db.updateTable('intents').set({ outcome: 'refused' }).where('id', '=', sending).execute();
  expect(await open()).toEqual([left]);
});

test('returns the newest hundred Commands, and from when on its sessions are known', async () => {
  for (let hour = 0; hour < 101; hour += 1) {
    const triggerTime = isoInstant(NOW - hour * HOUR);
    await storeFleetCommand(db, aCommand(randomUUID(), { triggerTime }), NOW);
  }
  await storeFleetRead(db, VAN, 'sessions', NOW, { known_from: NOW - 400 * DAY });
  const entity = await read();
  expect(entity.commands).toHaveLength(100);
  expect(entity.commands[0]?.command.triggerTime).toBe(isoInstant(NOW));
  expect(entity.knownFrom).toBe(isoInstant(NOW - 400 * DAY));
});
