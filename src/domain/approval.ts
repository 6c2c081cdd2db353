import type { ApprovalRule, ApprovalState } from '../contract/console/approval.ts';
import type { BatchSummary } from '../contract/console/batch.ts';
import type { GuardFinding, GuardReport } from '../contract/console/guard.ts';
import { instantMs } from './instant.ts';
import { denialReason, mayDispatch, permits, type Rights } from './permissions.ts';

/** How long a dispatch waits for an approval, in milliseconds. */
const WAITS_MS = 4 * 3_600_000;

/** The parts of a dispatch that an approval is about. */
type Asked = Pick<BatchSummary, 'collectiveId' | 'ignoreCooldown' | 'operator'> & {
  items: readonly { type: string | null; triggerTime: string | null }[];
};

/** Whether somebody else must approve a dispatch: one of its Commands is enough. */
export function needsApproval(
  rules: readonly ApprovalRule[],
  { collectiveId, items }: Pick<Asked, 'collectiveId' | 'items'>,
): boolean {
  return rules.some(
    (rule) =>
      (rule.collectiveId ?? collectiveId) === collectiveId &&
      items.some(({ type }) => (rule.type ?? type) === type),
  );
}

/**
 * When a dispatch can no longer be approved: after four hours, or when its first Command would trigger.
 * @param now when it was asked for; like the result in milliseconds since the epoch
 */
export function approvalEnd({ items }: Pick<Asked, 'items'>, now: number): number {
  return Math.min(now + WAITS_MS, ...items.flatMap((item) => instantMs(item.triggerTime) ?? []));
}

/** The Commands of a dispatch as `mayDispatch` judges them. */
export function wantedOf({ collectiveId, ignoreCooldown, items }: Omit<Asked, 'operator'>) {
  return items.map(({ type }) => ({ type, collectiveId, ignoreCooldown }));
}

/**
 * Why an operator may not approve or refuse a dispatch, or null: the one place that decides, for the server and the
 * screen.
 */
export function approvalDenial(
  operatorId: string,
  rights: Rights,
  { operator, ...asked }: Asked,
): string | null {
  if (operatorId === operator.id) return 'You asked for this yourself; another approver decides.';
  if (!permits(rights.role, 'approve-dispatch')) {
    return denialReason(rights.role, 'approve-dispatch');
  }
  for (const each of wantedOf(asked)) {
    const decided = mayDispatch(rights, each);
    if (!decided.allowed) return decided.reason;
  }
  return null;
}

const areAll = ({ totals, findings }: GuardReport) =>
  totals.reduce((sum, { total }) => sum + total, 0) === findings.length;

/** Whether a warning is one of before; its Commands may have become fewer. */
function isSame(now: GuardFinding, then: GuardFinding): boolean {
  if (now.kind === 'no-taker' || then.kind === 'no-taker') {
    return now.kind === then.kind && now.type === then.type;
  }
  return (
    now.kind === then.kind &&
    now.dispatchId === then.dispatchId &&
    now.outcome === then.outcome &&
    (now.horizonAt === undefined) === (then.horizonAt === undefined) &&
    now.count <= then.count
  );
}

/**
 * Whether all warnings of now were overridden when a dispatch was asked for; others may be over since. Where not all
 * are listed, only exactly the same ones count.
 */
export function wereOverridden(now: GuardReport, then: GuardReport): boolean {
  if (now.digest === then.digest) return true;
  const isListed = areAll(now) && areAll(then);
  return isListed && now.findings.every((each) => then.findings.some((one) => isSame(each, one)));
}

/** Whether a dispatch was never sent because nobody approved it; it looks like a refused one. */
export function wasNotApproved({ approval }: Pick<BatchSummary, 'approval'>): boolean {
  return approval !== undefined && !['waiting', 'approved'].includes(approval.state);
}

/** Words for the state of an approval. */
export const APPROVAL_LABELS: Readonly<Record<ApprovalState, string>> = {
  waiting: 'Waiting for approval',
  approved: 'Approved',
  refused: 'Not approved',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};
