import type { Kysely } from 'kysely';
import { ApprovalRule, ApprovalState, type Approval } from '../../../contract/console/approval.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { failure, invalid } from '../../../http/problems.ts';
import { approvalEnd } from '../../../domain/approval.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { insertRow, insertRows } from '../../../store/insert-rows.ts';
import type { ApprovalRow } from '../../../store/schema/approval-schema.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { overrideOf } from '../send/intent.ts';
import type { DispatchRequest } from '../send/request.ts';

/** Which Commands need an approval, in the order in which they were given. */
export async function readRules(db: Kysely<Store>): Promise<ApprovalRule[]> {
  const rows = await db.selectFrom('approval_rules').orderBy('position').selectAll().execute();
  return rows.map(({ collective_id: collectiveId, type }) =>
    ApprovalRule.parse({ collectiveId, type }),
  );
}

/** Refuses to replace rules that somebody else has changed. @throws Failure 409 */
export async function requireRules(
  trx: Kysely<Store>,
  before: readonly ApprovalRule[],
): Promise<void> {
  if (canonicalJson(await readRules(trx)) === canonicalJson(before)) return;
  throw failure(
    409,
    'changed_since',
    'Somebody else has changed what needs approval meanwhile. Look at it again.',
  );
}

/**
 * Refuses a new rule on a Collective that the directory does not know: it would guard nothing.
 * @param before the rules until now, which may name Collectives that were removed
 * @throws Failure 400
 */
export async function requireKnownCollectives(
  trx: Kysely<Store>,
  rules: readonly ApprovalRule[],
  before: readonly ApprovalRule[],
): Promise<void> {
  const kept = new Set(before.map(({ collectiveId }) => collectiveId));
  const known = await trx.selectFrom('collectives').select('id').execute();
  for (const { id } of known) kept.add(id);
  rules.forEach(({ collectiveId }, at) => {
    if (collectiveId === null || kept.has(collectiveId)) return;
    throw invalid(`rules.${at}.collectiveId`, `The directory has no Collective ${collectiveId}.`);
  });
}

/** Replaces these rules. What waits already still needs its approval. */
export async function storeRules(
  trx: Kysely<Store>,
  rules: readonly ApprovalRule[],
): Promise<void> {
  await trx.deleteFrom('approval_rules').execute();
  const rows = rules.map(({ collectiveId, type }, position) => {
    return { position, collective_id: collectiveId, type };
  });
  await insertRows(trx, 'approval_rules', ['position', 'collective_id', 'type'], rows);
}

/** Stores that a dispatch waits for an approval. @param now milliseconds since the epoch */
export async function insertApproval(
  trx: Kysely<Store>,
  request: DispatchRequest,
  now: number,
): Promise<void> {
  await insertRow(trx, 'approvals', {
    dispatch_id: request.dispatchId,
    state: 'waiting',
    requested_at: now,
    expires_at: approvalEnd(request, now),
  });
}

/** An approval as it is shown. */
function approvalOf(row: ApprovalRow, intent: Pick<IntentRow, 'overridden'>): Approval {
  const { operator_id: id, operator_name: name } = row;
  return {
    state: ApprovalState.parse(row.state),
    requestedAt: isoInstant(row.requested_at),
    expiresAt: isoInstant(row.expires_at),
    decidedAt: row.decided_at === null ? null : isoInstant(row.decided_at),
    decidedBy: id === null || name === null ? null : { id, name },
    remark: row.remark,
    override: overrideOf(intent),
  };
}

/** The approvals of these dispatches, by dispatch; those that needed none are absent. */
export async function approvalsOf(
  db: Kysely<Store>,
  intents: readonly Pick<IntentRow, 'id' | 'overridden'>[],
): Promise<ReadonlyMap<string, Approval>> {
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  const rows = await db
    .selectFrom('approvals')
    .where('dispatch_id', 'in', [...byId.keys()])
    .selectAll()
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const intent = byId.get(row.dispatch_id);
      return intent === undefined ? [] : [[row.dispatch_id, approvalOf(row, intent)] as const];
    }),
  );
}

/** The console's answer to a dispatch that waits. */
export async function waitingAnswer(db: Kysely<Store>, dispatchId: string) {
  const { expires_at: until } = await db
    .selectFrom('approvals')
    .where('dispatch_id', '=', dispatchId)
    .select('expires_at')
    .executeTakeFirstOrThrow();
  return { waiting: { dispatchId, until: isoInstant(until) } };
}
