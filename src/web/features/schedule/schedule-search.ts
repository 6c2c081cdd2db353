import { Instant, Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** Spans of the timeline. */
export const RANGES = ['24h', '7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

/** URL state of the Schedule page. */
export const ScheduleSearch = address({
  range: z.enum(RANGES),
  collective: Uuid,
  /** A Command type. */
  type: z.string().max(100),
  /** The list shows Commands that trigger in this span, both ends included. */
  from: Instant,
  to: Instant,
});
export type ScheduleSearch = z.infer<typeof ScheduleSearch>;
