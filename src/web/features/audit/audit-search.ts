import { AUDIT_ROUTES } from '../../../contract/console/audit.ts';
import { AUDIT_ACTIONS } from '../../../contract/console/choices.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, startOfDateMs } from '../../../domain/time.ts';
import { pages } from '../../api/query.ts';

/** Rows read at once. */
const PAGE_SIZE = 100;

const DateText = z.iso.date().optional().catch(undefined);

/** URL state of the audit page. */
export const AuditSearch = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  operator: z.string().max(100).optional().catch(undefined),
  from: DateText,
  to: DateText,
});
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
