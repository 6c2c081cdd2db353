import type { AuditAction } from '../../../contract/console/audit.ts';

const WORDS: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-locked': 'Sign-in slowed down',
  'sign-out': 'Signed out',
  'session-ended': 'Session ended',
  denied: 'Denied',
  'cross-site-refused': 'Request of another site refused',
  'settings-changed': 'Settings changed',
  'directory-changed': 'Directory changed',
  dispatch: 'Dispatch',
  'guard-overridden': 'Warning overridden',
  'cooldown-overridden': 'Cooldowns ignored',
  cancel: 'Command canceled',
  sweep: 'Batch canceled',
  resolve: 'Outcome looked into',
  'outcome-closed': 'Unknown outcome closed',
  gather: 'Places gathered',
  bulk: 'Bulk change',
  report: 'Report',
  'report-deleted': 'Report deleted',
  'report-definition': 'Report definition changed',
  tariff: 'Tariff changed',
  change: 'Changed',
  delete: 'Deleted',
  export: 'Exported',
  'audit-reanchored': 'Audit log re-anchored',
  restored: 'Backup restored',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
};

/** An action in words; one that is not known is its own word. */
export function actionWords(action: string): string {
  return Object.entries(WORDS).find(([known]) => known === action)?.[1] ?? action;
}
