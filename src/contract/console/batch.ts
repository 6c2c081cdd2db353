import { z } from '../zod.ts';
import { ScheduledCommandRequest, Verification } from '../command.ts';
import { ErrorItem } from '../error-body.ts';
import { Instant, TitledError, Uuid, optional } from '../primitives.ts';

/**
 * What became of the one POST of a dispatch. `sending`: it is in flight. `unknown`: it may or may not
 * have reached the devices, and nobody sends it again by itself.
 */
export const DispatchOutcome = z.enum(['sending', 'accepted', 'refused', 'unknown']);
export type DispatchOutcome = z.infer<typeof DispatchOutcome>;

const Count = z.int().nonnegative();

/** One Entity's part in a batch: its Command as last seen, or none where the answer held none for it. */
export const BatchRow = z.object({
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  /** Null where the Entity was a known member at the send and the answer had no Command for it. */
  commandId: Uuid.nullable(),
  type: z.string().nullable(),
  value: z.string().nullable(),
  triggerTime: Instant.nullable(),
  status: z.string().nullable(),
  error: TitledError.nullable(),
  verification: Verification.nullable(),
  /** When the console's server last read this Command from the Service. */
  observedAt: Instant.nullable(),
  /** When the status or verification was last seen to change. */
  changedAt: Instant.nullable(),
  /** Why the last attempt to read it failed, or null. */
  readError: z.string().nullable(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** A dispatch in lists. Its id is the intent id, which is also the Idempotency-Key it was sent with. */
export const BatchSummary = z.object({
  id: Uuid,
  collectiveId: Uuid,
  collectiveName: z.string().nullable(),
  kind: z.enum(['now', 'schedule']),
  items: z.array(ScheduledCommandRequest),
  ignoreCooldown: z.boolean(),
  reason: optional(z.string()),
  operator: z.object({ id: z.string(), name: z.string() }),
  /** When the intent was made durable, which is before it was sent. */
  createdAt: Instant,
  outcome: DispatchOutcome,
  outcomeAt: Instant.nullable(),
  /** The Service's batch id, once it accepted. */
  batchId: Uuid.nullable(),
  /** The Service's status and own words, where it refused. */
  refusal: z.object({ status: z.int(), errors: z.array(ErrorItem) }).nullable(),
  /** Why the outcome is not known, in words. */
  unknownCause: z.string().nullable(),
  /** Known members of the Collective at the send. */
  memberCount: Count,
  /** Commands of the answer by status, as last seen. */
  statusCounts: z.record(z.string(), Count),
  /** Whether no Command can change any more. */
  settled: z.boolean(),
});
export type BatchSummary = z.infer<typeof BatchSummary>;

export const BatchList = z.object({ batches: z.array(BatchSummary), asOf: Instant });
export type BatchList = z.infer<typeof BatchList>;

export const BatchDetail = z.object({
  batch: BatchSummary,
  rows: z.array(BatchRow),
  asOf: Instant,
});
export type BatchDetail = z.infer<typeof BatchDetail>;
