import { z } from '../zod.ts';
import { Verification } from '../command.ts';
import { ErrorItem } from '../error-body.ts';
import { Instant, TitledError, Uuid, optional } from '../primitives.ts';
import { ScheduleRow } from './dispatch.ts';
import { GuardFinding, GuardTotal } from './guard.ts';
import { Closing, Evidence, Resolution } from './resolution.ts';

/**
 * What became of the one POST of a dispatch. `sending`: it is in flight. `unknown`: it may or may not
 * have reached the devices, and nobody sends it again by itself.
 */
export const DispatchOutcome = z.enum(['sending', 'accepted', 'refused', 'unknown']);
export type DispatchOutcome = z.infer<typeof DispatchOutcome>;

const Count = z.int().nonnegative();

/** Grows with every change that the console stores; what has a larger one is newer. */
export const Version = z.int().nonnegative();

/** One Entity's part in a batch: its Command as last seen, or none where the answer held none for it. */
export const BatchRow = z.object({
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  /** Place of the Command in the batch; names it in the history. Null where there is no Command. */
  position: Count.nullable(),
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
  /** Why the last attempt to read it failed, or why the console stopped reading it; or null. */
  readError: z.string().nullable(),
  /** Whether the console has stopped reading it: nothing can change any more, or it gave up. */
  settled: z.boolean(),
  /** When it was seen to change although it had been settled; null where it never was. */
  lateChangeAt: Instant.nullable(),
  /** How the Command was tied to this batch by a check of an unknown outcome; null: by the answer. */
  matched: z.enum(['certain', 'probable']).nullable(),
  /** What the last check of an unknown outcome found for the Entity; null where there was none. */
  evidence: Evidence.nullable(),
  /**
   * Whether it got a Command without being a known member at the send. Absent in receipts that were
   * sealed before this was told.
   */
  alsoCommanded: z.boolean().optional(),
  /** When a check found the Command although an earlier one had not; null where that was not so. */
  foundLateAt: optional(Instant),
  version: Version,
});
export type BatchRow = z.infer<typeof BatchRow>;

/** A dispatch in lists. Its id is the intent id, which is also the Idempotency-Key it was sent with. */
export const BatchSummary = z.object({
  id: Uuid,
  collectiveId: Uuid,
  collectiveName: z.string().nullable(),
  kind: z.enum(['now', 'schedule']),
  items: z.array(ScheduleRow),
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
  /** Of these, the ones with fewer Commands than were asked for: their outcome is unknown. */
  unaccounted: Count.default(0),
  /** Commands of those members by verdict (the status vocabulary), as last seen. */
  verdictCounts: z.record(z.string(), Count),
  /** Commands of those members that are still read. */
  open: Count,
  /**
   * Entities that the answer commanded and that were no known members at the send, with their Commands,
   * which are counted nowhere else. Absent in receipts that were sealed before this was told.
   */
  alsoCommanded: z
    .object({ entities: Count, open: Count, verdictCounts: z.record(z.string(), Count) })
    .optional(),
  /** The soonest trigger time that lies ahead, for what is scheduled. */
  nextTriggerAt: Instant.nullable(),
  /**
   * Whether no known Command can change any more. An unknown outcome counts as settled once a check or a
   * person has decided; a late find opens it again.
   */
  settled: z.boolean(),
  /** The batch that this one repeats on purpose, or null. */
  previousId: Uuid.nullable(),
  /** Batches that repeat this one on purpose. */
  nextIds: z.array(Uuid),
  /** The findings of the guard that were overridden with the reason, as far as they were listed. */
  overridden: z.array(GuardFinding),
  /** How many there were of each kind; absent where none, and in batches of older versions. */
  overriddenTotals: z.array(GuardTotal).optional(),
  /** The last check of Entities whose outcome is unknown, or null. */
  resolution: Resolution.nullable(),
  /** How a person closed the unknown outcome, or null. */
  closing: optional(Closing),
  /** When a check last found Commands that an earlier one had not; null: never. */
  lateFindAt: optional(Instant),
  version: Version,
});
export type BatchSummary = z.infer<typeof BatchSummary>;

/** What the list of batches can be narrowed to. */
export const BatchFilter = z.strictObject({
  collectiveId: Uuid.optional(),
  /** A Command type. */
  type: z.string().max(100).optional(),
  operatorId: z.string().max(100).optional(),
  outcome: z.enum(['accepted', 'refused', 'unknown', 'running']).optional(),
  /** Instants; sent at or after, sent before. */
  from: Instant.optional(),
  to: Instant.optional(),
});
export type BatchFilter = z.infer<typeof BatchFilter>;

export const BatchList = z.object({
  batches: z.array(BatchSummary),
  /** Opaque; asks for the next, older page. Null on the last one. */
  next: z.string().nullable(),
  /** Who has ever sent something, for the filter. */
  operators: z.array(z.object({ id: z.string(), name: z.string() })),
  version: Version,
  asOf: Instant,
});
export type BatchList = z.infer<typeof BatchList>;

/** A batch with its rows, or with those only that changed after a version. */
export const BatchDetail = z.object({
  batch: BatchSummary,
  rows: z.array(BatchRow),
  /** Whether `rows` holds all rows: false where only changes were asked for. */
  complete: z.boolean(),
  version: Version,
  asOf: Instant,
});
export type BatchDetail = z.infer<typeof BatchDetail>;

/** One change of a Command that was seen. */
export const Observation = z.object({
  sequence: Count,
  seenAt: Instant,
  status: z.string(),
  verification: Verification.nullable(),
  error: TitledError.nullable(),
  /** Whether it came after the Command had been settled. */
  late: z.boolean(),
});
export type Observation = z.infer<typeof Observation>;

export const CommandHistory = z.object({
  row: BatchRow,
  observations: z.array(Observation),
  asOf: Instant,
});
export type CommandHistory = z.infer<typeof CommandHistory>;

/** Which Entities sending a batch again would command, and what else could be done. */
export const RetryOutlook = z.object({
  /** Entities whose Command failed or was disproven. */
  failed: Count,
  /** Entities of which the console does not know whether they got a Command. */
  unknown: Count,
  /** Entities for which it worked, or which are still open: they would be commanded again. */
  others: Count,
  /** Members of the Collective as known now. */
  members: Count,
  /** Known Collectives that hold failed Entities, those with the fewest others first. */
  alternatives: z.array(
    z.object({
      collectiveId: Uuid,
      name: z.string(),
      /** Failed Entities of this batch that it holds. */
      failed: Count,
      /** Its other members, which would be commanded too. */
      others: Count,
    }),
  ),
  asOf: Instant,
});
export type RetryOutlook = z.infer<typeof RetryOutlook>;
