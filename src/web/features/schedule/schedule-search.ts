import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

/** URL state of the Schedule page. */
export const ScheduleSearch = z.object({
  collective: Uuid.optional().catch(undefined),
  /** A Command type. */
  type: z.string().max(100).optional().catch(undefined),
});
export type ScheduleSearch = z.infer<typeof ScheduleSearch>;
