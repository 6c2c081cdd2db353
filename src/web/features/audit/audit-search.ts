import { AUDIT_ROUTES } from '../../../contract/console/audit.ts';
import type { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, startOfDateMs } from '../../../domain/time.ts';
import { pages } from '../../api/query.ts';
import { choice, days, declareList, typedText } from '../../components/list/declare-list.ts';
import { ACTION_LABELS } from './audit-labels.ts';

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
