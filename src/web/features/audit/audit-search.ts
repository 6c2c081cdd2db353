import { z } from '../../../contract/zod.ts';
import { AUDIT_ACTIONS } from '../../../contract/console/choices.ts';

const DateText = z.iso.date().optional().catch(undefined);

/** URL state of the audit page. */
export const AuditSearch = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  operator: z.string().max(100).optional().catch(undefined),
  from: DateText,
  to: DateText,
});
export type AuditSearch = z.infer<typeof AuditSearch>;

/** Whether the log is filtered. */
export function isNarrowed(search: AuditSearch): boolean {
  return Object.values(search).some((value) => value !== undefined);
}
