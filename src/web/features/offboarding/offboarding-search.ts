import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';

/** Rows per page of the table of requests. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** URL state of the Offboarding page. */
export const OffboardingSearch = z.object({
  /** Only requests with this status, verbatim. */
  status: z.string().max(100).optional().catch(undefined),
  /** The request whose fields are shown. */
  request: Uuid.optional().catch(undefined),
  /** Whether the form for new requests is open. */
  new: z.literal('1').optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  size: z.coerce.number().pipe(z.literal(PAGE_SIZES)).optional().catch(undefined),
});
export type OffboardingSearch = z.infer<typeof OffboardingSearch>;
