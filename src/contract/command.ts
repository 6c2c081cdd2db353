import { z } from './zod.ts';
import { Instant, TitledError, Uuid, optional } from './primitives.ts';

/** The six Command types. Spec, "Command". Unknown ones are kept as strings. */
export const COMMAND_TYPES = [
  'Disconnect',
  'LimitFeedIn',
  'Reset',
  'StartCharging',
  'StopCharging',
  'StopFeedIn',
] as const;
export type CommandType = (typeof COMMAND_TYPES)[number];

/** The six Command states. Spec, "States and transitions". Unknown ones are kept as strings. */
export const COMMAND_STATUSES = [
  'Canceled',
  'Failed',
  'Pending',
  'Sent',
  'Succeeded',
  'Triggered',
] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

/**
 * Proof of success beyond the acknowledgement. The specification shows Pending alone. Spec, "Verification object".
 */
export const Verification = z.object({
  status: optional(z.string()),
  completedAt: optional(Instant),
  error: optional(TitledError),
});
export type Verification = z.infer<typeof Verification>;

/** A Command of one Entity. Spec, "Command". */
export const Command = z.object({
  id: Uuid,
  entityId: Uuid,
  status: z.string(),
  triggerTime: optional(Instant),
  type: optional(z.string()),
  value: optional(z.string()),
  error: optional(TitledError),
  verification: optional(Verification),
});
export type Command = z.infer<typeof Command>;

/** The response to trigger and schedule, the only place with a batch id. Spec, "Command batch". */
export const CommandBatch = z.object({
  batchId: Uuid,
  commands: z
    .array(Command)
    .nullish()
    .transform((commands) => commands ?? []),
});
export type CommandBatch = z.infer<typeof CommandBatch>;

/** A request for every Entity of a Collective, at once. Spec, "Commands", POST commands. */
export const CommandRequest = z.object({
  type: optional(z.string()),
  value: optional(z.string()),
});
export type CommandRequest = z.infer<typeof CommandRequest>;

/** A request with a trigger time. Spec, "Commands", POST commands/schedule. */
export const ScheduledCommandRequest = CommandRequest.extend({
  triggerTime: optional(Instant),
});
export type ScheduledCommandRequest = z.infer<typeof ScheduledCommandRequest>;

export const ScheduleRequest = z.array(ScheduledCommandRequest).min(1);
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;
