import { DRY_RUN_GROUPS, type DryRun } from '../../contract/console/dry-run.ts';
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

/** A report that lists all its findings. */
export function reportOf(findings: GuardFinding[], seen = 1234): GuardReport {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const totals = kinds.map((kind) => ({
    kind,
    total: findings.filter((each) => each.kind === kind).length,
  }));
  return { seen, totals, findings };
}

const EFFECTS = {
  pending: 'unclear',
  'just-finished': 'none',
  opposite: 'none',
  failing: 'fails',
  likely: 'unclear',
  refused: 'unclear',
  offline: 'unclear',
  unplugged: 'unclear',
  silent: 'unclear',
  'features-off': 'unclear',
  'capture-off': 'none',
  'nothing-known': 'unknown',
  offboarding: 'unclear',
  'wrong-type': 'fails',
  'unknown-type': 'unclear',
} as const;

/** The dry run of a dispatch to three Entities. */
export function dryRun(findings: GuardFinding[] = [], seen?: number): DryRun {
  return {
    asOf: NOW,
    memberCount: 3,
    membersKnownAt: NOW,
    consequences: [
      {
        type: 'StopCharging',
        takers: 2,
        sentences: [
          { kind: 'takes', text: '2 EVs: Running charge sessions end.' },
          { kind: 'fails', text: '1 battery does not take this Command and will fail it.' },
        ],
      },
    ],
    groups: DRY_RUN_GROUPS.map((kind, at) => ({
      kind,
      count: kind === 'offboarding' ? null : at,
      oldestSeenAt: NOW,
      newestAt: null,
      oldestAt: null,
      stale: null,
      problem: kind === 'offboarding' ? 'Back at four' : null,
      effect: EFFECTS[kind],
    })),
    outlook: { acts: 1, unclear: 1, fails: 1, unknown: 0 },
    guard: { ...reportOf(findings, seen), windowMinutes: 10 },
  };
}
