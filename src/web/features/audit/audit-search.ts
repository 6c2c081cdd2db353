import { z } from '../../../contract/zod.ts';
import { AUDIT_ACTIONS } from '../../../contract/console/audit.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, startOfDateMs } from '../../../domain/time.ts';
import type { AuditFilter } from '../../api/audit.ts';

const DateText = z.iso.date().optional().catch(undefined);

/** What the audit page keeps in its URL. */
export const AuditSearch = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  operator: z.string().max(100).optional().catch(undefined),
  from: DateText,
  to: DateText,
});
export type AuditSearch = z.infer<typeof AuditSearch>;

/** Whether anything narrows the log. */
export function isNarrowed(search: AuditSearch): boolean {
  return Object.values(search).some((value) => value !== undefined);
}

/**
 * What the server is asked for.
 * @param zone IANA zone that the days are meant in
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
