import type { AuditAction, AuditOutcome } from '../contract/console/audit.ts';

/** Labels of all actions, for filters and the titles of details. */
export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-locked': 'Sign-in slowed down',
  'sign-out': 'Signed out',
  'session-ended': 'Session ended',
  denied: 'Denied',
  'cross-site-refused': 'Cross-site request refused',
  'settings-changed': 'Settings changed',
  'directory-changed': 'Directory changed',
  dispatch: 'Dispatch',
  'guard-overridden': 'Warning overridden',
  'cooldown-overridden': 'Cooldowns ignored',
  'dispatch-approved': 'Dispatch approved',
  'dispatch-refused': 'Dispatch not approved',
  'dispatch-withdrawn': 'Dispatch withdrawn',
  'dispatch-expired': 'Dispatch expired',
  'approval-rules': 'Approval rules changed',
  cancel: 'Command canceled',
  sweep: 'Batch canceled',
  resolve: 'Outcome checked',
  'outcome-closed': 'Unknown outcome closed',
  'batch-settled': 'Batch settled',
  refresh: 'Refresh',
  dismiss: 'Attention hidden',
  bulk: 'Bulk change',
  report: 'Report',
  'report-deleted': 'Report deleted',
  'report-definition': 'Report definition changed',
  tariff: 'Tariff changed',
  change: 'Changed',
  delete: 'Deleted',
  export: 'Exported',
  restored: 'Backup restored',
  retention: 'Old records removed',
  erased: 'Data erased',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'operator-invited': 'Operator invited',
  'operator-changed': 'Operator changed',
  'token-made': 'API token made',
  'token-ended': 'API token ended',
};

/** Labels of what came of an act. */
export const AUDIT_OUTCOME_LABELS: Readonly<Record<AuditOutcome, string>> = {
  done: 'Done',
  accepted: 'Accepted',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  begun: 'Under way',
  waiting: 'Waiting for approval',
  repeated: 'Repeated, not sent',
  'cut off': 'Cut off',
  'no outcome recorded': 'No outcome recorded',
};

function labelIn(labels: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;
}

/** The label of an action; an unknown one is its own label. */
export const actionLabel = (action: string) => labelIn(ACTION_LABELS, action);

/** The label of an outcome; an unknown one is its own label. */
export const auditOutcomeLabel = (outcome: string) => labelIn(AUDIT_OUTCOME_LABELS, outcome);
