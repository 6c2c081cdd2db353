import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { Count, VerdictCounts } from './counts.ts';

/** What other systems sent, among the senders that a list can be narrowed to; and all that was sent from here. */
export const ANOTHER_SYSTEM = 'another-system';
export const THIS_CONSOLE = 'this-console';

/** Commands of one type that other systems sent, in however many requests, and that trigger within one hour. */
export const OthersCommands = z.object({
  type: z.string().nullable(),
  /** Null: none, or several. */
  value: z.string().nullable(),
  /** The first and the last trigger time. */
  from: Instant,
  to: Instant,
  entities: Count,
  verdictCounts: VerdictCounts,
  /** The Entity, if there is one only. */
  entity: z.object({ id: Uuid, name: z.string().nullable() }).nullable(),
});
export type OthersCommands = z.infer<typeof OthersCommands>;
