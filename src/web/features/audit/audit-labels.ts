import type { AuditAction } from '../../../contract/console/audit.ts';

/** Labels of all actions. */
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
  cancel: 'Command canceled',
  sweep: 'Batch canceled',
  resolve: 'Outcome checked',
  'dispatch-approved': 'Dispatch approved',
  'dispatch-refused': 'Dispatch not approved',
  'dispatch-withdrawn': 'Dispatch withdrawn',
  'dispatch-expired': 'Dispatch expired',
  'approval-rules': 'Approval rules changed',
  'outcome-closed': 'Unknown outcome closed',
  'batch-settled': 'Batch settled',
  gather: 'Places synced',
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
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'operator-invited': 'Operator invited',
  'operator-changed': 'Operator changed',
  'token-made': 'API token made',
  'token-ended': 'API token ended',
};

/** Label of an action; an unknown one is shown verbatim. */
export function actionLabel(action: string): string {
  return Object.entries(ACTION_LABELS).find(([known]) => known === action)?.[1] ?? action;
}
