import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { MembershipDecision } from '../../contract/console/membership.ts';
import type { Store } from '../../store/schema/schema.ts';
import { addDue } from '../dispatch/due-work.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../dispatch/testing/stored-batch.ts';
import { editRecord } from './edit.ts';
import { learnBatches, learnMembership } from './learn-answers.ts';
import { importDirectory } from './import.ts';
import { readCollective, readEntity } from './read-directory.ts';
import { seedDirectory } from './seed.ts';
import { decideMembers, readToDecide } from './to-decide.ts';

const stranger = randomUUID();
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
const questions = async (of = FLEET) => (await readToDecide(db, of, now)).collectives[0];
const named = async () => (await questions())?.named.map(({ entityId }) => entityId) ?? [];
const leaving = async (of = FLEET) => (await questions(of))?.leaving ?? null;
const decide = (decision: MembershipDecision) => decideMembers(db, FLEET, decision, 9000);
const known = [...CARS].toSorted();

describe('an unknown Entity in the answer to a batch', () => {
  test('is known from one answer, and a member after two', async () => {
    await batchNaming(stranger, stranger);
    expect(await members()).toEqual(known);
    expect((await readEntity(db, stranger, now)).entity).toMatchObject({
      source: 'batch',
      collectives: [],
    });
    expect(await named()).toEqual([stranger]);
    // A later change of that batch does not make it a second answer.
    const { id } = await db.selectFrom('intents').select('id').executeTakeFirstOrThrow();
    await addDue(db, id, 'directory');
    await learnBatches(db, now);
    expect(await members()).toEqual(known);
    await batchNaming(stranger);
    expect(await members()).toEqual([...known, stranger].toSorted());
    expect(await named()).toEqual([]);
  });

  test('becomes a member once an operator confirms it', async () => {
    await batchNaming(stranger);
    expect(await readToDecide(db, undefined, now)).toMatchObject({
      collectives: [{ id: FLEET, name: 'Depot', members: 2, named: [{ name: null }] }],
    });
    await decide({ entityIds: [stranger], act: 'confirm' });
    expect(await members()).toContain(stranger);
    expect(await questions()).toBeUndefined();
  });

  test('that joined automatically can be removed; then it stays out until an operator adds it', async () => {
    const edit = (collectives: string[]) =>
      editRecord(db, { kind: 'entity', id: stranger }, { collectives }, now);
    await batchNaming(stranger);
    await batchNaming(stranger);
    await edit([]);
    await batchNaming(stranger);
    await batchNaming(stranger);
    expect(await members()).toEqual(known);
    expect(await named()).toEqual([]);
    await edit([FLEET]);
    expect(await members()).toContain(stranger);
  });

  test('stays out once dismissed, however often it is named', async () => {
    await batchNaming(stranger);
    await decide({ entityIds: [stranger], act: 'dismiss' });
    await batchNaming(stranger);
    expect([await members(), await named()]).toEqual([known, []]);
  });

  test('a decision on outdated data is refused', async () => {
    await batchNaming(stranger);
    const confirm: MembershipDecision = { entityIds: [stranger], act: 'confirm' };
    await decide(confirm);
    await expect(decide(confirm)).rejects.toMatchObject({ status: 409 });
    const none: MembershipDecision = { entityIds: [randomUUID()], act: 'confirm' };
    await expect(decide(none)).rejects.toMatchObject({ status: 409 });
    expect((await members()).filter((id) => id === stranger)).toHaveLength(1);
    await expect(decideMembers(db, randomUUID(), none, now)).rejects.toMatchObject({ status: 404 });
  });
});

test('answers do not add an Entity back after an operator removed it', async () => {
  await editRecord(db, { kind: 'entity', id: CARS[0] }, { collectives: [] }, now);
  expect(await named()).toEqual([]);
  await batchNaming();
  await batchNaming();
  expect(await members()).toEqual([CARS[1]]);
  expect(await named()).toEqual([]);
});

test('an Entity that an import made a member is no longer listed', async () => {
  await batchNaming(stranger);
  const entities = [{ id: stranger, collectives: [FLEET] }];
  await importDirectory(db, DirectoryImport.parse({ entities }), 'import', now);
  expect(await named()).toEqual([]);
  await batchNaming();
  expect(await members()).toContain(stranger);
});

describe('the answer to removing a member', () => {
  const answer = (entities: readonly string[] | null) =>
    learnMembership(db, Collective.parse({ id: FLEET, name: 'Depot', entities }), (now += 1000));

  test('removes no members if it lacks more than half, until that is confirmed', async () => {
    await answer([stranger]);
    expect(await members()).toEqual(known);
    const asked = await questions();
    expect(asked).toMatchObject({
      members: 2,
      leaving: {
        entities: [
          { entityId: CARS[0], name: 'Van 1' },
          { entityId: CARS[1], name: 'Van 2' },
        ],
      },
    });
    const toldAt = asked?.leaving?.toldAt ?? '';
    const late = { toldAt: '2026-01-01T00:00:00Z', act: 'accept' } as const;
    await expect(decide(late)).rejects.toMatchObject({ status: 409 });
    expect(await members()).toEqual(known);
    await decide({ toldAt, act: 'accept' });
    expect(await members()).toEqual([]);
    expect(await leaving()).toBeNull();
    expect(await named()).toEqual([stranger]);
  });

  test('can be ignored', async () => {
    await answer([]);
    const toldAt = (await leaving())?.toldAt ?? '';
    await decide({ toldAt, act: 'keep' });
    expect(await members()).toEqual(known);
    expect(await leaving()).toBeNull();
  });

  test('counts together with answers to batches: a stranger named by both is a member', async () => {
    await answer([...CARS, stranger]);
    expect(await members()).toEqual(known);
    await batchNaming(stranger);
    expect(await members()).toContain(stranger);
  });

  test('asks about a stranger once; a second such answer makes it a member', async () => {
    await answer([...CARS, stranger]);
    expect([await members(), await named()]).toEqual([known, [stranger]]);
    await answer([...CARS, stranger]);
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
        leaving: (await leaving(id))?.entities.length ?? 0,
      };
    };
    expect(await remaining(50)).toEqual({ members: 150, leaving: 0 });
    expect(await remaining(101)).toEqual({ members: 150, leaving: 51 });
  });
});
