import type { Kysely } from 'kysely';
import { ApprovalState, type Approval } from '../../../contract/console/approval.ts';
import { GuardReport } from '../../../contract/console/guard.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { ApprovalRow } from '../../../store/schema/approval-schema.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';

/** The warnings that were overridden when a dispatch was asked for, or null. */
export function overriddenBefore({
  overridden,
}: Pick<IntentRow, 'overridden'>): GuardReport | null {
  return fromNullableJson(GuardReport, overridden);
}

/** Their digest, or null. */
export function overrideOf(intent: Pick<IntentRow, 'overridden'>): string | null {
  return overriddenBefore(intent)?.digest ?? null;
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
