import { Instant, Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

/** Spans of the timeline. */
export const RANGES = ['24h', '7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

/** URL state of the Schedule page. */
export const ScheduleSearch = z.object({
  range: z.enum(RANGES).optional().catch(undefined),
  collective: Uuid.optional().catch(undefined),
  /** A Command type. */
  type: z.string().max(100).optional().catch(undefined),
  /** The list shows Commands that trigger in this span, both ends included. */
  from: Instant.optional().catch(undefined),
  to: Instant.optional().catch(undefined),
});
export type ScheduleSearch = z.infer<typeof ScheduleSearch>;
