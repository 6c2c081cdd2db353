import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { Count, KnownOf, VerdictCounts } from './counts.ts';

/** Commands of the same type, value and time that other systems sent, however many requests these were. */
export const OthersRound = z.object({
  type: z.string().nullable(),
  value: z.string().nullable(),
  triggerAt: Instant,
  verdictCounts: VerdictCounts,
  /** The one Collective that all its Entities are of; null: there is none, or more than one. */
  collective: z.object({ id: Uuid, name: z.string() }).nullable(),
});
export type OthersRound = z.infer<typeof OthersRound>;

/** What other systems planned and can still trigger. */
export const OthersPlans = z.object({
  /** Those of the same type, value and time count as one. */
  plans: Count,
  commands: Count,
  /** The next of these. */
  next: z.array(OthersRound),
});
export type OthersPlans = z.infer<typeof OthersPlans>;

/** What other systems sent and planned, as far as the Commands of the Entities were read. */
export const OthersCommands = z.object({
  /** Of the last days, newest first, and those that are planned, soonest first; null while they are counted for the first time. */
  rounds: z.object({ due: z.array(OthersRound), planned: z.array(OthersRound) }).nullable(),
  /** Entities whose Commands were read; null while they are counted for the first time. */
  readOf: KnownOf.nullable(),
  /** Whether newer ones are being counted, or will be soon: to be asked for 2 seconds later. */
  isBehind: z.boolean(),
  asOf: Instant,
});
export type OthersCommands = z.infer<typeof OthersCommands>;
