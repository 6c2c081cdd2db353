import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { listEntities } from '../../directory/list.ts';
import { readCollectiveSessions } from '../entity/read-collective-sessions.ts';
import { readFleetEntity } from '../entity/read-fleet-entity.ts';
import { readFleetFailures } from '../fleet-failures.ts';
import { collectiveFactsAt } from '../testing/collective-facts.ts';
import { chargeSession, storeFleetRead, storeFleetSessions } from '../testing/fleet-rows.ts';
import { renewAll } from '../testing/renew-all.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 2, 12);
const [DEPOT, PART, NEVER] = [randomUUID(), randomUUID(), randomUUID()];
const WHY = 'One item could not be used. The others are kept.';

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  const document = DirectoryImport.parse({
    collectives: [{ id: DEPOT, name: 'Depot', entities: [PART, NEVER] }],
    entities: [
      { id: PART, name: 'Part', type: 'EV' },
      { id: NEVER, name: 'Never', type: 'EV' },
    ],
  });
  await importDirectory(db, document, 'import', 1000);
  for (const resource of ['sessions', 'commands'] as const) {
    const part = { read_at: null, tries: 1, message: WHY, partial: 1 };
    await storeFleetRead(db, PART, resource, NOW, part);
  }
  await storeFleetSessions(db, PART, [chargeSession({ startMs: NOW - DAY, energy: 4 })], NOW);
  await renewAll(db, NOW);
});

test('a list distinguishes partly read resources from those never read', async () => {
  const { entities } = await listEntities(db, {}, NOW);
  const partOf = (id: string) => entities.find((row) => row.id === id)?.facts?.partial ?? null;
  expect(partOf(PART)).toEqual({ count: 2, message: WHY, of: ['commands', 'sessions'] });
  expect(partOf(NEVER)).toBeNull();
});

test('a filter for never read does not list partly read Entities', async () => {
  const names = async (outcome: string) =>
    (await listEntities(db, { outcome }, NOW)).entities.map(({ name }) => name);
  expect(await names('never')).toEqual(['Never']);
  expect(await names('partial')).toEqual(['Part']);
});

test('a Collective counts them separately, in lists and in its sessions', async () => {
  const { collectives } = await collectiveFactsAt(db, NOW);
  expect(collectives.find(({ id }) => id === DEPOT)).toMatchObject({
    commandsRead: 0,
    commandsPartly: 1,
    sessionsPartly: 1,
    partial: 1,
    unread: 1,
  });
  const query = { start: new Date(NOW - 30 * DAY).toISOString(), zone: 'UTC' };
  const sessions = await readCollectiveSessions(db, FLEET_POLICY, DEPOT, query, NOW);
  expect(sessions).toMatchObject({
    total: 1,
    never: { total: 1, entities: [{ id: NEVER }] },
    partlyRead: { total: 1, entities: [{ id: PART, message: WHY }] },
    failing: { total: 0 },
  });
});

test('an Entity shows that for each resource, and so do failed reads', async () => {
  const { reads } = await readFleetEntity(db, FLEET_POLICY, PART, NOW);
  const states = reads.map(({ resource, state }) => [resource, state] as const);
  expect(new Map(states)).toEqual(
    new Map([
      ['locations', 'never'],
      ['commands', 'partly'],
      ['features', 'never'],
      ['capacity', 'never'],
      ['sessions', 'partly'],
      ['history', 'never'],
    ]),
  );
  const { failures } = await readFleetFailures(db, {}, NOW);
  expect(failures.map(({ isPart }) => isPart)).toEqual([true, true]);
});
