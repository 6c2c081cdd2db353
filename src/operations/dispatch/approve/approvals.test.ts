import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeGrants } from '../../../access/rights.ts';
import type { Grant } from '../../../contract/console/access.ts';
import type { Role } from '../../../contract/console/session.ts';
import { rawAnswer } from '../../../bff/testing/raw-answer.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { createProcesses, type Processes } from '../../../store/processes.ts';
import { createAudit } from '../../audit/audit.ts';
import { createDispatcher, type Dispatcher } from '../send/dispatcher.ts';
import { findIntent, recordIntent } from '../send/ledger.ts';
import { recoverIntents } from '../send/outcome-store.ts';
import type { DispatchRequest } from '../send/request.ts';
import {
  actIn,
  ADA,
  askFor,
  CHARGE,
  guardOfEachTest,
  MINUTE,
  requestOf,
  STOP,
  WINDOW,
} from '../testing/guard-world.ts';
import { aCommand } from '../testing/stored-batch.ts';
import { storeRules } from './approval-store.ts';
import { approveIntent, endIntent, expireIntents } from './approvals.ts';

const world = guardOfEachTest();
const HOUR = 60 * MINUTE;
/** Leases run by the clock of the database, where it has one. */
const NOW = Date.now();
const clock = manualClock(NOW);
const signedIn = (id: string, name: string): SignedIn => {
  return { operator: { id, name, role: 'approver' }, sessionHash: id };
};
const [BEA, CARL] = [signedIn('bea', 'Bea'), signedIn('carl', 'Carl')];

let sender: Processes;
let other: Processes;
/** How often the Service was asked. */
let posts = 0;

async function operator({ operator: { id, name } }: SignedIn, role: Role, grants: Grant[]) {
  const row = { id, name, role, created_at: NOW, disabled_at: null };
  const insert = world.db.insertInto('operators').values(row);
  await insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ role })).execute();
  await storeGrants(world.db, id, grants);
}

const failing = (error: unknown) => expect.fail(String(error));

beforeEach(async () => {
  posts = 0;
  await operator(ADA, 'operator', [EVERY_COMMAND]);
  await operator(BEA, 'approver', [EVERY_COMMAND]);
  await operator(CARL, 'administrator', []);
  await storeRules(world.db, [{ collectiveId: null, type: 'StopCharging' }]);
  const make = () => createProcesses({ db: world.db, clock, isAlone: false, onError: failing });
  [sender, other] = [make(), make()];
  await sender.renew();
  await other.renew();
});

/** The dispatcher of a process, whose Service takes every dispatch. */
function dispatcherOf(process: Processes): Dispatcher {
  return createDispatcher({
    db: world.db,
    clock,
    process,
    upstream: {
      clockOffset: () => null,
      enterDispatch: async () => () => {},
      async dispatch() {
        posts += 1;
        const commands = CARS.map((entityId) => aCommand(randomUUID(), { entityId }));
        return rawAnswer({ batchId: randomUUID(), commands }, 201);
      },
    },
    hasRoom: async () => true,
    guardWindowMs: WINDOW,
    onChange() {},
    onUnknown() {},
    onAccepted() {},
    onStoreFailure: (_id, error) => failing(error),
  });
}
const act = actIn(() => world.db);
/** Approves as a process does that is killed then. */
const onlyApprove = ({ dispatchId }: DispatchRequest, now = NOW) =>
  world.db.transaction().execute((trx) => approveIntent(trx, dispatchId, '', BEA, at(now)));
const runOut = () =>
  world.db.updateTable('processes').set({ lease_until: 1 }).where('id', '=', sender.id).execute();
const at = (now = NOW) => ({ now, guardWindowMs: WINDOW, process: sender.id });

/** Asks for a dispatch that waits. */
async function asked(
  more: Partial<DispatchRequest> = {},
  by: SignedIn = ADA,
): Promise<DispatchRequest> {
  const request = requestOf(STOP, more);
  expect(await recordIntent(world.db, request, by, at())).toBe('waiting');
  return request;
}
const approve = ({ dispatchId }: DispatchRequest, by = BEA, process = sender) =>
  dispatcherOf(process).approve(dispatchId, 'Seen', by, act);
const outcomeOf = async ({ dispatchId }: DispatchRequest) =>
  (await findIntent(world.db, dispatchId))?.outcome;
const approvalOf = ({ dispatchId }: DispatchRequest) => {
  const approval = world.db.selectFrom('approvals').where('dispatch_id', '=', dispatchId);
  return approval.selectAll().executeTakeFirstOrThrow();
};
const auditOf = () => createAudit({ db: world.db, clock, onError: failing });
const recover = () =>
  recoverIntents(world.db, auditOf(), NOW, { process: other.id, isUnderWay: () => false });

describe('a dispatch that waits', () => {
  test('is sent to nobody, counts for no guard, and stays so when a process starts', async () => {
    const request = await asked();
    expect(await world.look(STOP, NOW)).toEqual([]);
    expect(await world.look(CHARGE, NOW)).toEqual([]);
    expect(await recover()).toBe(0);
    expect(await outcomeOf(request)).toBe('waiting');
    const rows = world.db.selectFrom('commands').where('dispatch_id', '=', request.dispatchId);
    expect(await rows.selectAll().execute()).toEqual([]);
  });

  test('waits for each way to send it: again, planned, and with the same key', async () => {
    const first = await asked();
    await asked({ previousId: first.dispatchId });
    await asked(askFor({ type: 'StopCharging', at: NOW + HOUR }));
    const again = await dispatcherOf(sender).dispatch(first, ADA, act);
    expect(again).toMatchObject({ status: 202, replayed: true });
    expect(posts).toBe(0);
  });

  test('of two approvers in two processes one sends it, and the other reads who did', async () => {
    const request = await asked();
    const all = [approve(request, BEA, sender), approve(request, CARL, other)];
    const both = await Promise.allSettled(all);
    expect(posts).toBe(1);
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toMatchObject([{ status: 409, code: 'changed_since' }]);
    expect(await outcomeOf(request)).toBe('accepted');
    expect(await findIntent(world.db, request.dispatchId)).toMatchObject({
      operator_id: ADA.operator.id,
      member_count: CARS.length,
    });
  });

  test('is sent once, however often the same operator approves it', async () => {
    const request = await asked();
    expect(await approve(request)).toBe('accepted');
    expect(await approve(request)).toBe('accepted');
    expect(posts).toBe(1);
    expect(await approvalOf(request)).toMatchObject({ state: 'approved', operator_name: 'Bea' });
  });

  test('still needs its approval when the rule is off, and none is needed after that', async () => {
    const request = await asked();
    await storeRules(world.db, []);
    expect(await outcomeOf(request)).toBe('waiting');
    expect(await approve(request)).toBe('accepted');
    const { digest } = await world.report(STOP, NOW);
    const next = requestOf(STOP, { override: digest, reason: 'Again' });
    expect(await recordIntent(world.db, next, ADA, at())).toBeNull();
  });

  test('is unknown if its process is killed after the approval, and is not sent again', async () => {
    const request = await asked();
    await onlyApprove(request);
    expect(await outcomeOf(request)).toBe('sending');
    await runOut();
    expect(await recover()).toBe(1);
    expect(await outcomeOf(request)).toBe('unknown');
    expect(await approve(request, BEA, other)).toBe('unknown');
    expect(posts).toBe(0);
  });
});

describe('nobody approves', () => {
  /** Nothing was sent, and it can still be approved. */
  const unsent = async (request: DispatchRequest) => {
    expect(posts).toBe(0);
    expect(await outcomeOf(request)).toBe('waiting');
  };

  test('what they asked for themselves, in whichever role and session', async () => {
    const by = { ...CARL, sessionHash: 'first' };
    const request = await asked({}, by);
    const own = approve(request, { ...CARL, sessionHash: 'second' });
    await expect(own).rejects.toThrow('You asked for this yourself; another approver decides.');
    await unsent(request);
  });

  test.each([
    ['an operator', 'operator', [EVERY_COMMAND], 'may not approve dispatches of others'],
    ['without a grant', 'approver', [], 'You may not send Commands in this Collective.'],
  ] as const)('as %s', async (_name, role, grants, reason) => {
    const request = await asked();
    await operator(BEA, role, [...grants]);
    await expect(approve(request)).rejects.toThrow(reason);
    await unsent(request);
  });

  const disabled = () =>
    world.db.updateTable('operators').set({ disabled_at: 1 }).where('id', '=', 'o').execute();
  const mayNot = 'may not send it any more';
  test.each([
    ['has another role', () => operator(ADA, 'viewer', [EVERY_COMMAND]), mayNot],
    ['lost the grant', () => operator(ADA, 'operator', []), mayNot],
    ['is disabled', disabled, 'is disabled'],
  ])('what somebody asked for who %s', async (_name, change, reason) => {
    const request = await asked();
    await change();
    await expect(approve(request)).rejects.toThrow(`Ada, who asked for it, ${reason}`);
    await unsent(request);
  });

  test('against a warning that has come since; one that was overridden is no news', async () => {
    const request = await asked();
    await world.accepted(CHARGE, NOW);
    await expect(approve(request)).rejects.toMatchObject({ code: 'dispatch_guarded' });
    await unsent(request);
    const { digest } = await world.report(STOP, NOW);
    expect(await approve(await asked({ override: digest, reason: 'Urgent' }))).toBe('accepted');
  });

  test('what may not be sent against a warning any more', async () => {
    await world.accepted(CHARGE, NOW);
    const { digest } = await world.report(STOP, NOW);
    const request = await asked({ override: digest, reason: 'Urgent' });
    await operator(ADA, 'viewer', [EVERY_COMMAND]);
    await expect(approve(request)).rejects.toThrow('may not send it any more');
    await unsent(request);
  });

  test('without a process whose lease runs', async () => {
    const request = await asked();
    await runOut();
    await expect(onlyApprove(request)).rejects.toMatchObject({ status: 503 });
    await unsent(request);
  });

  test('what needs no approval', async () => {
    const request = requestOf(CHARGE);
    await recordIntent(world.db, request, ADA, at());
    await expect(approve(request)).rejects.toMatchObject({ status: 404 });
    expect(posts).toBe(0);
  });
});

describe('a dispatch that waited ends', () => {
  const end = ({ dispatchId }: DispatchRequest, how: 'refused' | 'withdrawn', by: SignedIn) =>
    world.db.transaction().execute((trx) => endIntent(trx, dispatchId, how, 'Not today', by, NOW));
  const refuse = (request: DispatchRequest, by = BEA) => end(request, 'refused', by);
  const withdraw = (request: DispatchRequest, by: SignedIn = ADA) => end(request, 'withdrawn', by);
  const expire = (now: number) => expireIntents(world.db, auditOf(), now);

  test.each([
    ['refused', 'Bea has refused it', (request: DispatchRequest) => refuse(request)],
    ['withdrawn', 'Ada has withdrawn it', (request: DispatchRequest) => withdraw(request)],
    ['expired', 'It has expired', () => expire(NOW + 4 * HOUR)],
  ])('%s: it is never sent, and who asks again reads why', async (state, reason, ends) => {
    const request = await asked();
    await ends(request);
    expect(await outcomeOf(request)).toBe('refused');
    expect(await approvalOf(request)).toMatchObject({ state });
    await expect(approve(request, CARL)).rejects.toThrow(reason);
    const again = dispatcherOf(sender).dispatch(request, ADA, act);
    await expect(again).rejects.toMatchObject({ status: 409, code: 'not_approved' });
    await expect(again).rejects.toThrow(reason);
    expect(posts).toBe(0);
  });

  test('by its end, which is recorded once for all processes; until then nothing expires', async () => {
    const request = await asked();
    expect(await expire(NOW + 4 * HOUR - 1)).toEqual([]);
    await expect(onlyApprove(request, NOW + 4 * HOUR)).rejects.toThrow('It has expired');
    await Promise.all([expire(NOW + 4 * HOUR), expire(NOW + 4 * HOUR)]);
    const rows = world.db.selectFrom('audit_log').where('intent_id', '=', request.dispatchId);
    expect(await rows.select('action').execute()).toEqual([{ action: 'dispatch-expired' }]);
  });

  test('when the first planned Command would trigger', async () => {
    const request = await asked(askFor({ type: 'StopCharging', at: NOW + HOUR }));
    expect(await expire(NOW + HOUR)).toEqual([request.dispatchId]);
  });

  test('not by who may not approve it, and withdrawn only by who asked', async () => {
    const request = await asked();
    await expect(refuse(request, ADA)).rejects.toThrow('You asked for this yourself');
    await expect(withdraw(request, BEA)).rejects.toThrow('Ada asked for it');
    expect(await outcomeOf(request)).toBe('waiting');
  });
});
