import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ApprovalRules, type ApprovalRule } from '../../../contract/console/approval.ts';
import { BatchDetail, BatchList } from '../../../contract/console/batch.ts';
import { DryRun } from '../../../contract/console/dry-run.ts';
import { Overview } from '../../../contract/console/overview.ts';
import type { Role } from '../../../contract/console/session.ts';
import { openStore } from '../../../store/open-store.ts';
import { FLEET } from '../../../server/testing/console-harness.ts';
import { dispatchesOfEachTest, LATER } from '../testing/dispatch-world.ts';

const { started, send } = dispatchesOfEachTest();
const ROLES = ['operator', 'approver', 'administrator'] as const;
const cookies: Partial<Record<Role, string>> = {};

const post = (path: string, body: object | null, role: Role) =>
  started.send(`POST /api/console/${path}`, cookies[role], body ?? undefined);
const get = async (path: string, role: Role) =>
  (await started.send(`GET /api/console/${path}`, cookies[role])).json();
const rulesNow = async () =>
  ApprovalRules.parse(await get('approval-rules', 'administrator')).rules;
const rules = async (...all: ApprovalRule[]) =>
  post('approval-rules', { rules: all, before: await rulesNow() }, 'administrator');
const decide = (id: string, how: string, role: Role, remark = 'Seen') =>
  post(`batches/${id}/${how}`, how === 'withdrawal' ? null : { remark }, role);
const batchOf = async (id: string) => BatchDetail.parse(await get(`batches/${id}`, 'operator'));
const attentionOf = async (role: Role) =>
  Overview.parse(await get('overview?zone=UTC', role)).attention.filter(
    ({ kind }) => kind === 'approvals',
  );

beforeEach(async () => {
  for (const role of ROLES) cookies[role] = await started.gridhelm.signIn(role);
  await rules({ collectiveId: FLEET, type: null });
});

test('a dispatch waits, is found by who may approve it, is approved and sent once, and all is recorded', async () => {
  const id = randomUUID();
  const first = await send(id);
  const waiting = { dispatchId: id, until: expect.any(String) };
  expect([first.status, first.json()]).toEqual([202, { waiting }]);
  const again = await send(id);
  expect([again.status, again.text]).toEqual([202, first.text]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(started.posts()).toEqual([]);

  expect(await attentionOf('operator')).toEqual([]);
  expect(await attentionOf('approver')).toMatchObject([{ count: 1, batch: { id } }]);
  const { batches } = BatchList.parse(await get('batches?outcome=waiting', 'approver'));
  expect(batches).toMatchObject([{ id, outcome: 'waiting', settled: false }]);
  expect(BatchList.parse(await get('batches?outcome=running', 'approver')).batches).toEqual([]);

  const approved = await decide(id, 'approval', 'approver');
  expect([approved.status, approved.json()]).toEqual([200, { outcome: 'accepted' }]);
  expect(started.posts()).toHaveLength(1);
  expect((await batchOf(id)).batch).toMatchObject({
    outcome: 'accepted',
    operator: { id: 'demo-operator' },
    approval: { state: 'approved', decidedBy: { id: 'demo-approver' }, remark: 'Seen' },
  });
  expect(await attentionOf('approver')).toEqual([]);
  expect((await send(id)).status).toBe(201);
  expect(started.posts()).toHaveLength(1);

  const db = await openStore(started.gridhelm.store);
  const rows = await db
    .selectFrom('audit_log')
    .where('intent_id', '=', id)
    .where('action', 'in', ['dispatch', 'dispatch-approved'])
    .orderBy('sequence')
    .select(['action', 'outcome', 'operator_id'])
    .execute();
  await db.destroy();
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'dispatch waiting demo-operator',
    'dispatch repeated demo-operator',
    'dispatch-approved begun demo-approver',
    'dispatch-approved accepted demo-approver',
    'dispatch repeated demo-operator',
  ]);
});

test('it waits through a restart, and can be refused with a remark or withdrawn', async () => {
  const [refused, withdrawn] = [randomUUID(), randomUUID()];
  await send(refused);
  await send(withdrawn);
  await started.restart();
  expect((await batchOf(refused)).batch.outcome).toBe('waiting');
  expect((await decide(refused, 'refusal', 'approver', '')).status).toBe(400);
  expect((await decide(refused, 'refusal', 'approver', 'Not today')).status).toBe(204);
  expect((await decide(withdrawn, 'withdrawal', 'approver')).status).toBe(403);
  expect((await decide(withdrawn, 'withdrawal', 'operator')).status).toBe(204);
  expect((await batchOf(refused)).batch).toMatchObject({
    outcome: 'refused',
    settled: true,
    approval: { state: 'refused', remark: 'Not today' },
  });
  expect((await batchOf(withdrawn)).batch.approval).toMatchObject({ state: 'withdrawn' });
  expect((await decide(refused, 'approval', 'administrator')).problem().code).toBe('changed_since');
  expect(started.posts()).toEqual([]);
});

test('the dry run says that an approval is needed; only administrators change what needs one', async () => {
  const items = [{ type: 'StopCharging', value: null, triggerTime: null }];
  const plan = { collectiveId: FLEET, kind: 'now', items };
  const needed = async () =>
    DryRun.parse((await post('dry-runs', plan, 'operator')).json()).needsApproval;
  expect(await needed()).toBe(true);
  expect((await post('approval-rules', { rules: [] }, 'approver')).status).toBe(403);
  expect(await needed()).toBe(true);
  expect((await rules({ collectiveId: null, type: 'Reset' })).status).toBe(204);
  expect(await needed()).toBe(false);
  expect((await send(randomUUID())).status).toBe(201);
});

test('of two administrators who change what needs approval, the second does not undo the first', async () => {
  const before = await rulesNow();
  await rules(...before, { collectiveId: null, type: 'Reset' });
  const late = await post('approval-rules', { rules: [], before }, 'administrator');
  expect(late.code()).toEqual([409, 'changed_since']);
  expect(await rulesNow()).toHaveLength(before.length + 1);
});

test('a rule on an unknown Collective is refused; one that was removed since stays until it is taken away', async () => {
  const unknown = { collectiveId: randomUUID(), type: null };
  const refused = await rules(unknown);
  const message = `The directory has no Collective ${unknown.collectiveId}.`;
  expect(refused.refusal()).toEqual([400, message]);
  expect(refused.problem().errors[0]?.code).toBe('rules.0.collectiveId');
  const db = await openStore(started.gridhelm.store);
  await db
    .insertInto('approval_rules')
    .values({ position: 9, collective_id: unknown.collectiveId, type: null })
    .execute();
  await db.destroy();
  expect((await rules(unknown, { collectiveId: FLEET, type: 'Reset' })).status).toBe(204);
  expect(await rulesNow()).toHaveLength(2);
});

test('what nobody approves in time ends by itself', { timeout: 30_000 }, async () => {
  const id = randomUUID();
  const triggerTime = new Date(Date.now() + 1500).toISOString();
  const plan = [{ type: 'StopCharging', value: null, triggerTime }];
  expect((await send(id, plan, { path: LATER })).status).toBe(202);
  await expect
    .poll(async () => (await batchOf(id)).batch, { timeout: 20_000 })
    .toMatchObject({ outcome: 'refused', approval: { state: 'expired' } });
  expect(started.posts()).toEqual([]);
});

test('a program approves nothing with an API token', async () => {
  const id = randomUUID();
  await send(id);
  const made = await post('operators/demo-approver/tokens', { name: 'Sheet' }, 'approver');
  const token = String(JSON.parse(made.text).token);
  const answer = await started.gridhelm.ask({
    method: 'POST',
    path: `/api/console/batches/${id}/approval`,
    headers: { authorization: `Bearer ${token}` },
    body: { remark: '' },
  });
  expect([made.status, answer.status]).toEqual([200, 403]);
  expect((await batchOf(id)).batch.outcome).toBe('waiting');
});
