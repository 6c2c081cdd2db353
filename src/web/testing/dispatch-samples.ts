import { DRY_RUN_COUNTS, type DryRun, type DryRunCount } from '../../contract/console/dry-run.ts';
import type { EarlierFinding, GuardFinding, GuardReport } from '../../contract/console/guard.ts';
import { uuid } from './samples.ts';

const NOW = '2026-03-02T14:02:31Z';

/** An earlier batch that the guard warns of. */
export function finding(last: number): EarlierFinding {
  return {
    kind: 'same',
    dispatchId: uuid(last),
    operatorName: 'Ada',
    createdAt: NOW,
    type: 'StopCharging',
    value: null,
    triggerTime: null,
    count: 3,
    open: last,
    outcome: 'accepted',
  };
}

/** A report that lists all its findings. @param digest 16 hex digits */
export function reportOf(findings: GuardFinding[], digest = '0123456789abcdef'): GuardReport {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const totals = kinds.map((kind) => ({
    kind,
    total: findings.filter((each) => each.kind === kind).length,
  }));
  return { digest, totals, findings };
}

/** The dry run of a dispatch to three Entities: one can act, one failed last time, one does not take it. */
export function dryRun(findings: GuardFinding[] = [], digest?: string): DryRun {
  const counts: ReadonlySet<DryRunCount> = new Set(['can-act', 'failed', 'wrong-type']);
  return {
    asOf: NOW,
    memberCount: 3,
    membersKnownAt: NOW,
    counts: DRY_RUN_COUNTS.map((kind) => ({ kind, count: counts.has(kind) ? 1 : 0 })),
    areOffboardingsKnown: false,
    guard: reportOf(findings, digest),
    needsApproval: false,
  };
}
