import type { DryRun } from '../../../contract/console/dry-run.ts';
import type { GuardReport } from '../../../contract/console/guard.ts';
import { formatCount } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { guardedBy } from '../../api/dispatch.ts';
import { reasonIssue, type DispatchContent } from './dispatch-form.ts';

/** The warnings without those about one batch. */
function withoutBatch(report: GuardReport, dispatchId: string): GuardReport {
  const isOwn = (finding: GuardReport['findings'][number]) =>
    finding.kind !== 'no-taker' && finding.dispatchId === dispatchId;
  return {
    ...report,
    findings: report.findings.filter((finding) => !isOwn(finding)),
    totals: report.totals.flatMap(({ kind, total }) => {
      const own = report.findings.filter((each) => each.kind === kind && isOwn(each)).length;
      return total === own ? [] : [{ kind, total: total - own }];
    }),
  };
}

/**
 * The warnings that apply: those of the server's last refusal, else those of the dry run. An intent
 * does not warn against itself: repeating it sends nothing twice. @param refusal why the last
 * attempt failed; null if the dry run is newer @param ownId the reviewed intent, which an
 * interrupted attempt may have left on the server @returns null if there are none, or none are
 * known
 */
export function warningsOf(
  dryRun: DryRun | undefined,
  refusal: unknown,
  ownId: string,
): GuardReport | null {
  const report = guardedBy(refusal) ?? dryRun?.guard;
  if (report === undefined) return null;
  const warnings = withoutBatch(report, ownId);
  return warnings.totals.length === 0 ? null : warnings;
}

/** Why it cannot be sent now, or null. */
export function sendObstacle(at: {
  content: DispatchContent;
  /** Why nothing can be sent at all, or null. */
  away: string | null;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether the dry run is still awaited. */
  waiting: boolean;
  /** Whether a warning is not overridden. */
  blocked: boolean;
  /** Whether an override needs a reason. */
  needsReason: boolean;
  /** The name that must still be typed, or null. */
  unconfirmed: string | null;
}): string | null {
  const { content } = at;
  if (at.away !== null) return at.away;
  const past = content.items.filter((item) => (instantMs(item.triggerTime) ?? Infinity) <= at.now);
  if (past.length > 0) {
    return `${formatCount(past.length, 'planned Command is', 'planned Commands are')} in the past. Go back and change the time.`;
  }
  if (at.waiting) return 'The dry run is still loading.';
  if (at.blocked) return 'There are warnings. Tick the override above to send anyway.';
  if (at.needsReason && content.reason === '') return 'The override needs a reason.';
  const issue = reasonIssue(content.reason);
  if (issue !== null) return issue;
  return at.unconfirmed === null ? null : `Type “${at.unconfirmed}” above to confirm.`;
}
