import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { Count, KnownOf, VerdictCounts } from './counts.ts';

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

/** Commands and plans of other systems, as far as the Commands of the Entities were read. */
export const OthersCommands = z.object({
  /** Of the last days, newest first, and plans, soonest first; null while they are first counted. */
  rounds: z.object({ due: z.array(OthersRound), planned: z.array(OthersRound) }).nullable(),
  /** Entities whose Commands were read; null while they are first counted. */
  readOf: KnownOf.nullable(),
  /** Whether newer ones are being counted, or will be soon; ask again 2 seconds later. */
  isBehind: z.boolean(),
  asOf: Instant,
});
export type OthersCommands = z.infer<typeof OthersCommands>;
