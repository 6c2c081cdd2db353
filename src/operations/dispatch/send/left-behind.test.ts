import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Failure } from '../../../http/problems.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { createProcesses, type Processes } from '../../../store/processes.ts';
import { commandRow } from '../batches/command-rows.ts';
import { nameCommands } from '../batches/name-commands.ts';
import { actIn, ADA, CHARGE, guardOfEachTest, requestOf } from '../testing/guard-world.ts';
import { aCommand } from '../testing/stored-batch.ts';
import { createAudit } from '../../audit/audit.ts';
import { createDispatcher } from './dispatcher.ts';
import { findIntent, recordIntent } from './ledger.ts';
import { recordOutcome, recoverIntents } from './outcome-store.ts';
import { unknownOutcome } from './outcome.ts';
import type { DispatchRequest } from './request.ts';

const world = guardOfEachTest();
const now = Date.now();
let sender: Processes;
let other: Processes;

beforeEach(async () => {
  const onError = (error: unknown) => {
    throw error;
  };
  const make = () =>
    createProcesses({ db: world.db, clock: manualClock(now), isAlone: false, onError });
  [sender, other] = [make(), make()];
  await sender.renew();
  await other.renew();
});

async function sending(): Promise<DispatchRequest> {
  const request = requestOf(CHARGE);
  await recordIntent(world.db, request, ADA, { now, guardWindowMs: 0, process: sender.id });
  return request;
}
const runOut = () =>
  world.db.updateTable('processes').set({ lease_until: 1 }).where('id', '=', sender.id).execute();
/** What a process does when it starts, and with each renewal. */
const recover = (process = other, isUnderWay = false) => {
  const onError = (error: unknown) => expect.fail(String(error));
  const audit = createAudit({ db: world.db, clock: manualClock(now), onError });
  const own = { process: process.id, isUnderWay: () => isUnderWay };
  return recoverIntents(world.db, audit, now, own);
};
const outcomeOf = async ({ dispatchId }: DispatchRequest) =>
  (await findIntent(world.db, dispatchId))?.outcome;
const commandsOf = ({ dispatchId }: DispatchRequest) =>
  world.db
    .selectFrom('commands')
    .where('dispatch_id', '=', dispatchId)
    .where('id', 'is not', null)
    .orderBy('position')
    .select(['id', 'entity_id', 'matched', 'status'])
    .execute();

const answer = () => ({
  outcome: 'accepted' as const,
  upstreamStatus: 201,
  batch: {
    batchId: randomUUID(),
    commands: CARS.map((entityId) => aCommand(randomUUID(), { entityId, type: 'StartCharging' })),
  },
});

test('what a living process sends is not unknown, whoever starts', async () => {
  const request = await sending();
  expect(await recover()).toBe(0);
  expect(await outcomeOf(request)).toBe('sending');
});

test('what it sends is unknown once its lease has run out, and that is recorded once', async () => {
  const request = await sending();
  await runOut();
  await Promise.all([recover(), recover(), recover()]);
  expect(await outcomeOf(request)).toBe('unknown');
  const rows = world.db.selectFrom('audit_log').where('intent_id', '=', request.dispatchId);
  expect(await rows.select('outcome').execute()).toEqual([{ outcome: 'unknown' }]);
});

test('a late answer replaces unknown, with what a check had found meanwhile', async () => {
  const request = await sending();
  await runOut();
  await recover();
  const outcome = answer();
  const [first] = outcome.batch.commands;
  await world.db.transaction().execute(async (trx) => {
    const intent = { dispatchId: request.dispatchId, kind: 'now' };
    const found = [first ?? aCommand('x'), aCommand(randomUUID(), { entityId: CARS[1] })];
    const rows = found.map((command, position) =>
      commandRow(intent, position, command, now, 'check'),
    );
    await nameCommands(trx, intent, rows);
  });
  await recordOutcome(world.db, request, outcome, now);
  expect(await findIntent(world.db, request.dispatchId)).toMatchObject({
    outcome: 'accepted',
    batch_id: outcome.batch.batchId,
    unaccounted: 0,
    unknown_cause: null,
    next_check_at: null,
  });
  expect(await commandsOf(request)).toEqual(
    outcome.batch.commands.map(({ id, entityId, status }) => ({
      id,
      entity_id: entityId,
      matched: null,
      status,
    })),
  );
});

test('unknown never replaces an answer', async () => {
  const request = await sending();
  await recordOutcome(world.db, request, answer(), now);
  await runOut();
  const cause = { status: 502, upstreamStatus: null };
  const broken = unknownOutcome(request.dispatchId, 'It broke.', cause);
  await recordOutcome(world.db, request, broken, now);
  expect(await recover()).toBe(0);
  expect(await outcomeOf(request)).toBe('accepted');
  expect(await commandsOf(request)).toHaveLength(CARS.length);
});

test('a process without a lease records no dispatch', async () => {
  await runOut();
  const refused = await sending().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({ status: 503, code: 'store_unavailable' });
  expect(await world.db.selectFrom('intents').select('id').execute()).toEqual([]);
});

test('of its own, a process leaves alone what it has under way', async () => {
  const request = await sending();
  await recover(sender, true);
  expect(await outcomeOf(request)).toBe('sending');
  await recover(sender);
  expect(await outcomeOf(request)).toBe('unknown');
});

test('a process that was paused after recording sends nothing, and says so', async () => {
  const held = [true, false];
  const dispatcher = createDispatcher({
    db: world.db,
    clock: manualClock(now),
    process: { id: sender.id, holds: () => held.shift() ?? false, renew: () => sender.renew() },
    upstream: {
      clockOffset: () => null,
      enterDispatch: async () => () => {},
      dispatch: () => expect.fail('it was sent'),
    },
    hasRoom: async () => true,
    guardWindowMs: 0,
    onChange() {},
    onUnknown() {},
    onAccepted() {},
    onStoreFailure: (_id, error) => expect.fail(String(error)),
  });
  const request = requestOf(CHARGE);
  const act = actIn(() => world.db);
  const refused = await dispatcher.dispatch(request, ADA, act).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 503 });
  const intent = await findIntent(world.db, request.dispatchId);
  expect(intent).toMatchObject({ outcome: 'refused', answer: expect.stringMatching('was paused') });
});
