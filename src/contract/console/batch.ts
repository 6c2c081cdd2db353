import { z } from '../zod.ts';
import { Verification } from '../command.ts';
import { ErrorItem } from '../error-body.ts';
import { Instant, TitledError, Uuid, optional } from '../primitives.ts';
import { Approval } from './approval.ts';
import { DERIVED_STATUSES } from './choices.ts';
import { KeptScheduleRow } from './dispatch.ts';
import { GuardFinding, GuardTotal } from './guard.ts';
import { OthersCommands } from './others-commands.ts';
import { FailureSource } from './problem.ts';
import { Closing, Evidence, Resolution } from './resolution.ts';

/**
 * The state of the one POST of a dispatch. `waiting`: it needs an approval first. `sending`: it is in flight.
 * `unknown`: it may or may not have reached the devices, and is never resent automatically.
 */
export const DispatchOutcome = z.enum(['waiting', 'sending', 'accepted', 'refused', 'unknown']);
export type DispatchOutcome = z.infer<typeof DispatchOutcome>;

const Count = z.int().nonnegative();

/** One Entity's part in a batch: its last seen Command, or none if the answer held none for it. */
export const BatchRow = z.object({
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  /** Position of the Command in the batch; its id in the history. Null without a Command. */
  position: Count.nullable(),
  /** Null if the Entity was a known member at the send and the answer had no Command for it. */
  commandId: Uuid.nullable(),
  type: z.string().nullable(),
  value: z.string().nullable(),
  triggerTime: Instant.nullable(),
  status: z.string().nullable(),
  error: TitledError.nullable(),
  verification: Verification.nullable(),
  /** When the console's server last read this Command from the Service. */
  observedAt: Instant.nullable(),
  /** When the status or verification last changed, as observed. */
  changedAt: Instant.nullable(),
  /** Why the last read failed, or why the console stopped reading it; or null. */
  readError: z.string().nullable(),
  /** Whether the console has stopped reading it: it is final, or reading was given up. */
  settled: z.boolean(),
  /** When it changed after it had been settled; null if never. */
  lateChangeAt: Instant.nullable(),
  /** Whether a check of the unknown outcome found the Command; null: the answer named it. */
  matched: z.literal('check').nullable(),
  /** What the last check of an unknown outcome found for the Entity; null if there was none. */
  evidence: Evidence.nullable(),
  /** Whether it got a Command without being a known member at the send. */
  alsoCommanded: z.boolean(),
  verdict: z.enum(DERIVED_STATUSES),
  /** When a check found the Command after an earlier one had not; null otherwise. */
  foundLateAt: optional(Instant),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** A dispatch in lists. Its id is the dispatch id, which is also the Idempotency-Key it was sent with. */
export const BatchSummary = z.object({
  id: Uuid,
  collectiveId: Uuid,
  collectiveName: z.string().nullable(),
  kind: z.enum(['now', 'schedule']),
  items: z.array(KeptScheduleRow),
  ignoreCooldown: z.boolean(),
  reason: optional(z.string()),
  operator: z.object({ id: z.string(), name: z.string() }),
  /** When the intent was stored durably, which is before it was sent; of an approved one, the approval. */
  createdAt: Instant,
  outcome: DispatchOutcome,
  outcomeAt: Instant.nullable(),
  /** The Service's batch id, after acceptance. */
  batchId: Uuid.nullable(),
  /** The Service's status and own message, if it refused. */
  refusal: z.object({ status: z.int(), errors: z.array(ErrorItem) }).nullable(),
  /** Who refused it, and the status that the Service answered, if it did. */
  refusedBy: z.object({ source: FailureSource, upstreamStatus: z.int().nullable() }).nullable(),
  /** Why the outcome is unknown. */
  unknownCause: z.string().nullable(),
  /** Known members of the Collective at the send. */
  memberCount: Count,
  /** Of these, Entities with fewer Commands than requested: their outcome is unknown. */
  unaccounted: Count.default(0),
  /** Commands of those members by derived status, as last seen; `unrequested` ones apart from the others. */
  verdictCounts: z.record(z.string(), Count),
  /** Commands of those members that are still being read. */
  open: Count,
  /**
   * Entities that the answer commanded although they were not known members at the send, with their
   * Commands, which are counted nowhere else. Absent: none.
   */
  alsoCommanded: z
    .object({ entities: Count, open: Count, verdictCounts: z.record(z.string(), Count) })
    .optional(),
  /** The next trigger time in the future, for schedules. */
  nextTriggerAt: Instant.nullable(),
  /**
   * Whether all known Commands are final. An unknown outcome counts as settled once a check or a
   * person has decided; a late match reopens it.
   */
  settled: z.boolean(),
  /** The batch that this one repeats deliberately, or null. */
  previousId: Uuid.nullable(),
  /** Batches that repeat this one deliberately. */
  nextIds: z.array(Uuid),
  /** Listed findings of the guard that were overridden with the reason. */
  overridden: z.array(GuardFinding),
  /** Findings of each kind; absent if none, and in batches of older versions. */
  overriddenTotals: z.array(GuardTotal).optional(),
  /** The last check of Entities whose outcome is unknown, or null. */
  resolution: Resolution.nullable(),
  /** How a person closed the unknown outcome, or null. */
  closing: optional(Closing),
  /** When a check last found Commands that an earlier one had not; null if never. */
  lateFindAt: optional(Instant),
  /** Absent: it needed none. */
  approval: Approval.optional(),
});
export type BatchSummary = z.infer<typeof BatchSummary>;

/** Filters of the list of batches, and of what other systems sent. */
export const BatchFilter = z.strictObject({
  collectiveId: Uuid.optional(),
  /** A Command type. */
  type: z.string().max(100).optional(),
  /** An operator, all of them, or other systems. */
  operatorId: z.string().max(100).optional(),
  /** Only batches have one. */
  outcome: z.enum(['waiting', 'accepted', 'refused', 'unknown', 'running']).optional(),
  /** Instants; sent at or after, and sent before. */
  from: Instant.optional(),
  to: Instant.optional(),
});
export type BatchFilter = z.infer<typeof BatchFilter>;

export const BatchList = z.object({
  batches: z.array(BatchSummary),
  /** What other systems sent, for the same page of one list by time. */
  others: z.array(OthersCommands),
  /** Opaque cursor of the next, older page. Null on the last one. */
  next: z.string().nullable(),
  /** Everyone who has ever sent something, for the filter. */
  operators: z.array(z.object({ id: z.string(), name: z.string() })),
  asOf: Instant,
});
export type BatchList = z.infer<typeof BatchList>;

/** Known members with the same derived status and cause, in the devices' own words. */
export const BatchCause = z.object({
  verdict: z.enum(DERIVED_STATUSES),
  /** The title of the devices' error, else the status. */
  title: z.string(),
  /** The description, if all devices gave the same; null if they differ or gave none. */
  description: z.string().nullable(),
  /** Whether descriptions differ per device. */
  differs: z.boolean(),
  count: Count,
});
export type BatchCause = z.infer<typeof BatchCause>;

/** One planned item of a batch, or all of a batch for now: its known members, each once. */
export const BatchPart = z.object({
  /** By derived status. */
  counts: z.record(z.string(), Count),
  total: Count,
  /** Members whose state can still change. */
  open: Count,
  /** Members whose state changed after it was final. */
  late: Count,
  /** Members of a type that does not take the Command, whatever became of it. */
  cannot: Count,
  /** What needs attention, failures first. */
  causes: z.array(BatchCause),
});
export type BatchPart = z.infer<typeof BatchPart>;

/** A batch with its figures. Its rows are read page by page. */
export const BatchDetail = z.object({
  batch: BatchSummary,
  /** By planned item, at least one. */
  parts: z.array(BatchPart).min(1),
  /** SHA-256 of its record as canonical JSON, in the audit log since it was settled; null before. */
  record: z.object({ hash: z.string(), at: Instant }).nullable(),
  asOf: Instant,
});
export type BatchDetail = z.infer<typeof BatchDetail>;

/** Orders of the rows of a batch. */
export const BATCH_ROW_SORTS = [
  'entity',
  'type',
  'command',
  'status',
  'trigger',
  'error',
  'change',
] as const;

/** Filters and order of the rows of a batch, combined. */
export const BatchRowFilter = z.strictObject({
  /** Index of a planned item. */
  item: z.coerce.number().int().min(0).max(999).optional(),
  verdict: z.enum(DERIVED_STATUSES).optional(),
  /** The title of a cause. */
  cause: z.string().max(2100).optional(),
  /** Only Entities that were not known members at the send; otherwise all, with a status or a cause only members. */
  also: z.literal('1').optional(),
  /** Only rows that changed after their final state. */
  late: z.literal('1').optional(),
  /** Words of name, type, brand, place, tags, status and error, or the beginning of an id. */
  q: z.string().max(200).optional(),
  /** Absent: what needs attention first, then by name. */
  sort: z.enum(BATCH_ROW_SORTS).optional(),
  order: z.literal('desc').optional(),
  /** What needs attention only since then keeps its place by name: rows that are being read do not move. */
  orderedAt: Instant.optional(),
});
export type BatchRowFilter = z.infer<typeof BatchRowFilter>;

export const BatchRows = z.object({
  rows: z.array(BatchRow),
  /** Rows that match, on all pages. */
  total: Count,
  asOf: Instant,
});
export type BatchRows = z.infer<typeof BatchRows>;

/** One observed change of a Command. */
export const Observation = z.object({
  sequence: Count,
  seenAt: Instant,
  status: z.string(),
  verification: Verification.nullable(),
  error: TitledError.nullable(),
  /** Whether it was observed after the Command had been settled. */
  late: z.boolean(),
});
export type Observation = z.infer<typeof Observation>;

/**
 * What was sent and what became of it until it was settled. Later changes are not part of it, so that its hash
 * stays what it is.
 */
export const BatchRecord = z.object({
  format: z.literal('gridhelm-batch-1'),
  batch: BatchSummary.pick({
    id: true,
    collectiveId: true,
    collectiveName: true,
    items: true,
    ignoreCooldown: true,
    reason: true,
    operator: true,
    createdAt: true,
    outcome: true,
    batchId: true,
    refusal: true,
    unknownCause: true,
    previousId: true,
    overridden: true,
    approval: true,
  }),
  bodyHash: z.string(),
  upstreamStatus: z.int().nullable(),
  /** The Entities as known at the send. */
  members: z.array(BatchRow.pick({ entityId: true, entityName: true, entityType: true })),
  commands: z.array(
    BatchRow.pick({ entityId: true, commandId: true, type: true }).extend({
      observations: z.array(Observation.omit({ late: true })),
    }),
  ),
});
export type BatchRecord = z.infer<typeof BatchRecord>;

export const CommandHistory = z.object({
  row: BatchRow,
  observations: z.array(Observation),
  asOf: Instant,
});
export type CommandHistory = z.infer<typeof CommandHistory>;
