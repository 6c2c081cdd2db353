import type { z } from '../../../contract/zod.ts';
import { AUDIT_ROUTES, type AuditFilter } from '../../../contract/console/audit.ts';
import { ACTION_LABELS, AUDIT_OUTCOME_LABELS } from '../../../domain/audit-labels.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, startOfDateMs } from '../../../domain/time.ts';
import { pages } from '../../api/query.ts';
import {
  choice,
  days,
  declareList,
  textSearch,
  typedText,
} from '../../components/list/declare-list.ts';

/** Acts read at once. */
const PAGE_SIZE = 100;

/** The audit log in its address. */
export const AUDIT = declareList({
  target: textSearch('Search what it was done to', 'Entity, Collective or id'),
  action: choice({ label: 'Action', any: 'Any action' }, ACTION_LABELS),
  outcome: choice({ label: 'Outcome', any: 'Any outcome' }, AUDIT_OUTCOME_LABELS),
  operator: typedText('Operator', 'Any operator', 'The whole name, as the log shows it.'),
  ...days('Time'),
});
export const AuditSearch = AUDIT.schema;
export type AuditSearch = z.infer<typeof AuditSearch>;

/**
 * The filter as sent to the server.
 * @param zone IANA zone of the days
 */
export function filterOf(search: AuditSearch, zone: string): AuditFilter {
  const { target, action, outcome, operator, from, to } = search;
  const start = (date: string) => isoInstant(startOfDateMs(zone, date));
  return {
    ...(target !== undefined && target !== '' && { target }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(operator !== undefined && { operatorName: operator }),
    ...(from !== undefined && { from: start(from) }),
    ...(to !== undefined && { to: start(addDays(to, 1)) }),
  };
}

/** Acts of the audit log, newest first, page after page. */
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
