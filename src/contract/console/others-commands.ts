import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { Count, VerdictCounts } from './counts.ts';

/** Commands of the same type, value and time that other systems sent, in however many requests. */
export const OthersRound = z.object({
  type: z.string().nullable(),
  value: z.string().nullable(),
  triggerAt: Instant,
  verdictCounts: VerdictCounts,
  /** The one Collective that all its Entities belong to; null: none, or more than one. */
  collective: z.object({ id: Uuid, name: z.string() }).nullable(),
});
export type OthersRound = z.infer<typeof OthersRound>;

/** Plans of other systems that can still trigger. */
export const OthersPlans = z.object({
  /** Those of the same type, value and time count as one. */
  plans: Count,
  commands: Count,
  /** The next of these. */
  next: z.array(OthersRound),
});
export type OthersPlans = z.infer<typeof OthersPlans>;
