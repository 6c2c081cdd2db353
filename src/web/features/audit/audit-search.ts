import { AUDIT_ROUTES, type AuditAction } from '../../../contract/console/audit.ts';
import type { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, startOfDateMs } from '../../../domain/time.ts';
import { pages } from '../../api/query.ts';
import { choice, days, declareList, typedText } from '../../components/list/declare-list.ts';

/** Labels of all actions. */
const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
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

/** Rows read at once. */
const PAGE_SIZE = 100;

/** The audit log in its address. */
export const AUDIT = declareList({
  action: choice({ label: 'Action', any: 'Any action' }, ACTION_LABELS),
  operator: typedText('Operator', 'Any operator', 'The whole name, as the log shows it.'),
  ...days('Time'),
});
export const AuditSearch = AUDIT.schema;
export type AuditSearch = z.infer<typeof AuditSearch>;

/** Filters of the audit log; `from` is inclusive, `to` exclusive. */
type AuditFilter = Omit<z.infer<typeof AUDIT_ROUTES.audit.query>, 'before' | 'limit'>;

/**
 * The filter as sent to the server.
 * @param zone IANA zone of the days
 */
export function filterOf({ action, operator, from, to }: AuditSearch, zone: string): AuditFilter {
  const start = (date: string) => isoInstant(startOfDateMs(zone, date));
  return {
    ...(action !== undefined && { action }),
    ...(operator !== undefined && { operatorName: operator }),
    ...(from !== undefined && { from: start(from) }),
    ...(to !== undefined && { to: start(addDays(to, 1)) }),
  };
}

/** Rows of the audit log, newest first, page after page. */
export function auditPages(filter: AuditFilter) {
  return {
    ...pages(AUDIT_ROUTES.audit, { query: { ...filter, limit: PAGE_SIZE } }, (read) => {
      const before = read.at(-1)?.before ?? null;
      return before === null ? null : { before };
    }),
    // The live stream does not name it: every visit reads it, but not every focus reads all its pages.
    staleTime: 0,
    refetchOnWindowFocus: false,
  };
}
