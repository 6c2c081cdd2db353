import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { SightingDecision } from '../../contract/console/membership.ts';
import type { Store } from '../../store/schema/schema.ts';
import { addDue } from '../dispatch/due-work.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../dispatch/testing/stored-batch.ts';
import { editThing } from './edit.ts';
import { learnMembership } from './from-answer.ts';
import { learnBatches } from './from-batches.ts';
import { importDirectory } from './import.ts';
import { decideLeaving, decideSightings, readMembershipNews } from './membership-news.ts';
import { readCollective, readEntity } from './read-directory.ts';
import { seedDirectory } from './seed.ts';

const stranger = randomUUID();
const ADA = { name: 'Ada', now: 9000 };
let db: Kysely<Store>;
let now: number;
beforeEach(async () => {
  now = 1000;
  db = await memoryStore();
  await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, now);
});

/** A batch to the fleet whose answer also names these Entities. */
async function batchNaming(...ids: string[]): Promise<void> {
  now += 1000;
  const commands = [...CARS, ...ids].map((entityId) => aCommand(undefined, { entityId }));
  await storeBatch(db, { commands }, now);
  await learnBatches(db, now);
}
const members = async () =>
  (await readCollective(db, FLEET, now)).entities.map(({ id }) => id).toSorted();
const news = () => readMembershipNews(db, FLEET, now);
const states = async () =>
  (await news()).sightings.map(({ entityId, state, batches }) => [entityId, state, batches]);
const known = [...CARS].toSorted();

describe('an unknown Entity in the answer to a batch', () => {
  test('is known from one answer, and a member after two', async () => {
    await batchNaming(stranger, stranger);
    expect(await members()).toEqual(known);
    expect((await readEntity(db, stranger, now)).entity).toMatchObject({
      source: 'batch',
      collectives: [],
    });
    expect(await states()).toEqual([[stranger, 'pending', 1]]);
    // A later change of that batch does not make it a second answer.
    const { id } = await db.selectFrom('intents').select('id').executeTakeFirstOrThrow();
    await addDue(db, id, 'directory');
    await learnBatches(db, now);
    expect(await members()).toEqual(known);
    await batchNaming(stranger);
    expect(await members()).toEqual([...known, stranger].toSorted());
    expect(await states()).toEqual([[stranger, 'joined', 2]]);
    expect((await news()).sightings[0]?.decided?.by).toBeNull();
  });

  test('becomes a member once an operator confirms it', async () => {
    await batchNaming(stranger);
    await decideSightings(db, FLEET, { entityIds: [stranger], act: 'confirm' }, ADA);
    expect(await members()).toContain(stranger);
    expect((await news()).sightings[0]).toMatchObject({
      state: 'joined',
      decided: { by: 'Ada', at: '1970-01-01T00:00:09.000Z' },
    });
  });

  test('that joined automatically can be removed; then it stays out until it is confirmed', async () => {
    await batchNaming(stranger);
    await batchNaming(stranger);
    await decideSightings(db, FLEET, { entityIds: [stranger], act: 'undo' }, ADA);
    await batchNaming(stranger);
    await batchNaming(stranger);
    expect(await members()).toEqual(known);
    expect(await states()).toEqual([[stranger, 'dismissed', 4]]);
    await decideSightings(db, FLEET, { entityIds: [stranger], act: 'confirm' }, ADA);
    expect(await members()).toContain(stranger);
  });

  test('stays out once dismissed, however often it is named', async () => {
    await batchNaming(stranger);
    await decideSightings(db, FLEET, { entityIds: [stranger], act: 'dismiss' }, ADA);
    await batchNaming(stranger);
    expect(await members()).toEqual(known);
  });

  test('a decision on outdated data is refused', async () => {
    await batchNaming(stranger);
    const confirm: SightingDecision = { entityIds: [stranger], act: 'confirm' };
    await decideSightings(db, FLEET, confirm, ADA);
    await expect(decideSightings(db, FLEET, confirm, ADA)).rejects.toMatchObject({ status: 409 });
    const none: SightingDecision = { entityIds: [randomUUID()], act: 'confirm' };
    await expect(decideSightings(db, FLEET, none, ADA)).rejects.toMatchObject({ status: 409 });
    expect((await members()).filter((id) => id === stranger)).toHaveLength(1);
  });
});

test('answers do not add an Entity back after an operator removed it', async () => {
  await editThing(db, { kind: 'entity', id: CARS[0] }, { collectives: [] }, now);
  expect((await news()).sightings).toEqual([]);
  await batchNaming();
  await batchNaming();
  expect(await members()).toEqual([CARS[1]]);
  expect(await states()).toEqual([[CARS[0], 'dismissed', 2]]);
});

test('an Entity that an import made a member is no longer listed', async () => {
  await batchNaming(stranger);
  const entities = [{ id: stranger, collectives: [FLEET] }];
  await importDirectory(db, DirectoryImport.parse({ entities }), 'import', now);
  expect(await states()).toEqual([]);
  await batchNaming();
  expect(await members()).toContain(stranger);
});

describe('the answer to removing a member', () => {
  const answer = (entities: readonly string[] | null) =>
    learnMembership(db, Collective.parse({ id: FLEET, name: 'Depot', entities }), (now += 1000));

  test('removes no members if it lacks more than half, until that is confirmed', async () => {
    await answer([stranger]);
    expect(await members()).toEqual(known);
    const { leaving } = await news();
    expect(leaving).toMatchObject({
      members: 2,
      entities: [
        { entityId: CARS[0], name: 'Van 1' },
        { entityId: CARS[1], name: 'Van 2' },
      ],
    });
    const toldAt = leaving?.toldAt ?? '';
    const late = { toldAt: '2026-01-01T00:00:00Z', act: 'accept' } as const;
    await expect(decideLeaving(db, FLEET, late)).rejects.toMatchObject({ status: 409 });
    expect(await members()).toEqual(known);
    await decideLeaving(db, FLEET, { toldAt, act: 'accept' });
    expect(await members()).toEqual([]);
    expect((await news()).leaving).toBeNull();
    expect(await states()).toEqual([[stranger, 'pending', 0]]);
  });

  test('can be ignored', async () => {
    await answer([]);
    const toldAt = (await news()).leaving?.toldAt ?? '';
    await decideLeaving(db, FLEET, { toldAt, act: 'keep' });
    expect(await members()).toEqual(known);
    expect((await news()).leaving).toBeNull();
  });

  test('counts together with answers to batches: a stranger named by both is a member', async () => {
    await answer([...CARS, stranger]);
    expect(await members()).toEqual(known);
    await batchNaming(stranger);
    expect(await members()).toContain(stranger);
  });

  test('of a large Collective needs confirmation for 51 Entities or more', async () => {
    const id = randomUUID();
    const entities = Array.from({ length: 200 }, () => randomUUID());
    const document = DirectoryImport.parse({ collectives: [{ id, name: 'Large', entities }] });
    await importDirectory(db, document, 'import', now);
    const remaining = async (from: number) => {
      const response = Collective.parse({ id, name: 'Large', entities: entities.slice(from) });
      await learnMembership(db, response, (now += 1000));
      return {
        members: (await readCollective(db, id, now)).collective.entityCount,
        leaving: (await readMembershipNews(db, id, now)).leaving?.entities.length ?? 0,
      };
    };
    expect(await remaining(50)).toEqual({ members: 150, leaving: 0 });
    expect(await remaining(101)).toEqual({ members: 150, leaving: 51 });
  });
});
