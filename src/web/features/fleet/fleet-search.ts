import { z } from '../../../contract/zod.ts';
import { READ_RESOURCES } from '../../../contract/console/choices.ts';

/** URL state of the page of fleet data: which failures are listed. */
export const FleetSearch = z.object({
  resource: z.enum(READ_RESOURCES).optional().catch(undefined),
  /** From 1. */
  page: z.coerce.number().int().min(1).max(100_000).optional().catch(undefined),
});
export type FleetSearch = z.infer<typeof FleetSearch>;
