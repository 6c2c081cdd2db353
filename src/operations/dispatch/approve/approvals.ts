import type { Kysely, Transaction } from 'kysely';
import type { ApprovalState } from '../../../contract/console/approval.ts';
import { wantedOf } from '../../../domain/approval.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import { failure } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { requireMayApprove, requireStillMay } from '../../../access/rights.ts';
import { updateRow } from '../../../store/insert-rows.ts';
import type { ApprovalRow } from '../../../store/schema/approval-schema.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import type { Audit } from '../../audit/audit.ts';
import { NOBODY_ASKED } from '../../audit/chain.ts';
import { insertMembers } from '../batches/name-commands.ts';
import { lockDispatch } from '../lock-dispatch.ts';
import { RECORD_DUE } from '../unsettled.ts';
import { effectSpan, overriddenBefore, storedRequest } from '../send/intent.ts';
import {
  admit,
  readPremises,
  requireLease,
  sendingColumns,
  type RecordAt,
} from '../send/ledger.ts';
import type { StoredFailure } from '../send/outcome.ts';

/** The dispatch, locked, and the approval that it needs or needed. @throws Failure 404 */
async function lockApproval(
  trx: Transaction<Store>,
  dispatchId: string,
): Promise<{ intent: IntentRow; approval: ApprovalRow }> {
  const intent = await lockDispatch(trx, dispatchId);
  const approval = await trx
    .selectFrom('approvals')
    .where('dispatch_id', '=', dispatchId)
    .selectAll()
    .executeTakeFirst();
  if (intent === undefined || approval === undefined) {
    throw failure(404, 'not_found', `There is no batch ${dispatchId} that needs an approval.`);
  }
  return { intent, approval };
}

const DECIDED = {
  approved: (name: string) => `${name} has approved it already.`,
  refused: (name: string) => `${name} has refused it. Nothing was sent.`,
  withdrawn: (name: string) => `${name} has withdrawn it. Nothing was sent.`,
  expired: () => 'It has expired: nobody approved it in time. Nothing was sent.',
} as const satisfies Record<Exclude<ApprovalState, 'waiting'>, (name: string) => string>;

/** Refuses a second decision, and one that comes too late. */
function requireWaiting(approval: ApprovalRow, now: number): void {
  const decided = Object.entries(DECIDED).find(([state]) => state === approval.state)?.[1];
  if (decided !== undefined) {
    throw failure(409, 'changed_since', decided(approval.operator_name ?? 'Somebody'));
  }
  if (approval.expires_at <= now) throw failure(409, 'changed_since', DECIDED.expired());
}

/** Changes a dispatch that waits; of two who change it at once, the second has nothing to change. */
async function leaveWaiting(
  trx: Transaction<Store>,
  dispatchId: string,
  columns: Partial<IntentRow> & Pick<IntentRow, 'outcome'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('intents')
    .set({ ...columns, unsettled: RECORD_DUE })
    .where('id', '=', dispatchId)
    .where('outcome', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw failure(409, 'changed_since', 'Somebody else has decided it. Look at it again.');
  }
}

async function decide(
  trx: Transaction<Store>,
  dispatchId: string,
  state: Exclude<ApprovalState, 'waiting'>,
  by: SignedIn['operator'] | null,
  remark: string,
  now: number,
): Promise<void> {
  await updateRow(trx, 'approvals', ['dispatch_id', dispatchId], {
    state,
    decided_at: now,
    operator_id: by?.id ?? null,
    operator_name: by?.name ?? null,
    remark: remark === '' ? null : remark,
  });
}

/**
 * Approves a dispatch that waits, and makes durable that it is being sent: what `recordIntent` does for one that needs
 * no approval. Everything is judged as of now; a warning that was not overridden stops it.
 * @returns null, or the dispatch if the same operator approved it before
 * @throws Failure 403 if they may not, 404 if nothing waits, 400 if a trigger time has passed, 409 if it was decided,
 *   has expired, if who asked for it may not send it any more, or if the guard finds something, 503 without a lease
 */
export async function approveIntent(
  trx: Transaction<Store>,
  dispatchId: string,
  remark: string,
  by: SignedIn,
  at: RecordAt,
): Promise<IntentRow | null> {
  const { intent, approval } = await lockApproval(trx, dispatchId);
  const request = storedRequest(intent);
  const requester = { id: intent.operator_id, name: intent.operator_name };
  await requireMayApprove(trx, by, { ...request, operator: requester });
  if (approval.state === 'approved' && approval.operator_id === by.operator.id) return intent;
  requireWaiting(approval, at.now);
  const premises = await readPremises(trx, request, at);
  requireLease(premises, at);
  const isOverride = request.override !== null;
  await requireStillMay(trx, requester, wantedOf(request), isOverride);
  const before = overriddenBefore(intent);
  const { members, overridden } = await admit(trx, request, at, premises, before);
  const effect = effectSpan(request.items, at.now);
  await leaveWaiting(trx, dispatchId, {
    ...sendingColumns(at),
    created_at: at.now,
    member_count: members.length,
    overridden: overridden === null ? null : JSON.stringify(overridden),
    effect_from: effect.from,
    effect_to: effect.to,
  });
  await insertMembers(trx, dispatchId, members);
  await decide(trx, dispatchId, 'approved', by.operator, remark, at.now);
  return null;
}

/** Ends a dispatch that waits: it is kept as refused by the console. */
async function end(
  trx: Transaction<Store>,
  dispatchId: string,
  state: 'refused' | 'withdrawn' | 'expired',
  by: SignedIn['operator'] | null,
  remark: string,
  now: number,
): Promise<void> {
  const message = DECIDED[state](by?.name ?? '');
  const answer: StoredFailure = {
    code: 'not_approved',
    source: 'console',
    errors: [{ code: null, message, description: remark === '' ? null : remark }],
  };
  await leaveWaiting(trx, dispatchId, {
    outcome: 'refused',
    outcome_at: now,
    answer_status: 409,
    answer: JSON.stringify(answer),
  });
  await decide(trx, dispatchId, state, by, remark, now);
}

/**
 * Refuses a dispatch that waits, as who could approve it, or withdraws it, as who asked for it.
 * @param now milliseconds since the epoch
 * @throws Failure 403 if the operator may not do that, 404 if nothing waits, 409 if it was decided
 */
export async function endIntent(
  trx: Transaction<Store>,
  dispatchId: string,
  state: 'refused' | 'withdrawn',
  remark: string,
  by: SignedIn,
  now: number,
): Promise<void> {
  const { intent, approval } = await lockApproval(trx, dispatchId);
  const { operator_id: id, operator_name: name } = intent;
  if (state === 'refused') {
    await requireMayApprove(trx, by, { ...storedRequest(intent), operator: { id, name } });
  } else if (id !== by.operator.id) {
    throw failure(403, 'forbidden', `${name} asked for it; nobody else can withdraw it.`);
  }
  requireWaiting(approval, now);
  await end(trx, dispatchId, state, by.operator, remark, now);
}

/**
 * Ends the dispatches that nobody approved in time. @param now milliseconds since the epoch
 * @returns their ids
 */
export async function expireIntents(
  db: Kysely<Store>,
  audit: Pick<Audit, 'transaction'>,
  now: number,
): Promise<string[]> {
  const due = await db
    .selectFrom('approvals')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .select('dispatch_id as id')
    .execute();
  for (const { id } of due) {
    await audit.transaction(async (trx, add) => {
      const { approval } = await lockApproval(trx, id);
      // Another process, or an operator, was faster.
      if (approval.state !== 'waiting') return;
      await end(trx, id, 'expired', null, '', now);
      add({ ...NOBODY_ASKED, action: 'dispatch-expired', outcome: 'done', dispatchId: id });
    });
  }
  return due.map(({ id }) => id);
}

/** How often dispatches are looked for that nobody approved in time, in milliseconds. */
const LOOK_MS = 5000;

/** Ends the dispatches that nobody approved in time; `wake` starts it. */
export function createExpiry(parts: {
  db: Kysely<Store>;
  audit: Pick<Audit, 'transaction'>;
  clock: Clock;
  /** Called with the ids of those that were ended. */
  onExpired: (dispatchIds: string[]) => void;
  onError: (error: unknown) => void;
}): WorkLoop {
  const { db, audit, clock, onExpired, onError } = parts;
  return createWorkLoop({
    clock,
    look: async () => {
      const expired = await expireIntents(db, audit, clock.now());
      if (expired.length > 0) onExpired(expired);
      return LOOK_MS;
    },
    holdMs: () => 0,
    errorPauseMs: LOOK_MS,
    onError,
  });
}
