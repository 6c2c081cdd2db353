import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';

/** Filter values for the outcome of sending. */
export const OUTCOMES = ['running', 'accepted', 'refused', 'unknown'] as const;

const DateText = z.iso.date().optional().catch(undefined);

/** URL state of Activity. */
export const BatchesSearch = z.object({
  collective: Uuid.optional().catch(undefined),
  type: z.string().max(100).optional().catch(undefined),
  operator: z.string().max(100).optional().catch(undefined),
  outcome: z.enum(OUTCOMES).optional().catch(undefined),
  from: DateText,
  to: DateText,
});
export type BatchesSearch = z.infer<typeof BatchesSearch>;

/** Whether the list is filtered. */
export function isNarrowed(search: BatchesSearch): boolean {
  return Object.values(search).some((value) => value !== undefined);
}
