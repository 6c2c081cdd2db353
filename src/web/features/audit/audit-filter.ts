import { isoInstant } from '../../../domain/instant.ts';
import { addDays, startOfDateMs } from '../../../domain/time.ts';
import type { AuditFilter } from '../../api/audit.ts';
import type { AuditSearch } from './audit-search.ts';

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
