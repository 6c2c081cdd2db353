import { JOB_ITEM_FILTERS, JOB_ITEM_STATES } from './choices.ts';
import { z } from '../zod.ts';
import { lineText, nameText } from '../texts.ts';
import { CAPACITY_LIKELY_MAX } from '../battery-capacity.ts';
import { Instant, Uuid, optional } from '../primitives.ts';
import { DirectoryEntity } from './directory.ts';
import { EntityFilter } from './directory-list.ts';
import { FailureReason } from './problem.ts';

/** Most Entities of one run: each costs two requests of the budget. */
export const BULK_MAX = 10_000;
/** Most Entities of one run that offboards them. */
export const OFFBOARDING_MAX = 500;

/**
 * The state of one item. `sending`: its one request is in flight, or its effect is being read; `done`: the Service
 * has what was wanted; `unchanged`: it already had it, nothing was sent; `refused`: by the Service; `too-late`: a
 * Command that can no longer be canceled; `unknown`: neither answer nor read shows it; `skipped`: nothing was sent, as
 * the value before could not be read or there is no such feature.
 */
export const JobItemState = z.enum(JOB_ITEM_STATES);
export type JobItemState = z.infer<typeof JobItemState>;

/**
 * What a run changes: one feature everywhere, a battery capacity for each Entity, or whether the Entity
 * is in the Service at all: an offboarding makes one Offboarding Request for each.
 */
export const BulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('feature'),
    feature: z.string().trim().min(1).max(200),
    enabled: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('capacity') }),
  z.strictObject({ kind: z.literal('offboarding') }),
]);
export type BulkChange = z.infer<typeof BulkChange>;
/** A change of a value, which can be set back. */
export type BulkValueChange = Exclude<BulkChange, { kind: 'offboarding' }>;

/** Which Commands are canceled: those of one planned item, or with null those of the whole batch. */
const CancelScope = optional(z.strictObject({ type: z.string(), triggerTime: Instant }));

/** What a job does: it changes Entities, or cancels the Commands of a batch that have not ended, soonest first. */
export const JobChange = z.discriminatedUnion('kind', [
  ...BulkChange.options,
  z.strictObject({ kind: z.literal('cancel'), dispatchId: Uuid, only: CancelScope }),
]);
export type JobChange = z.infer<typeof JobChange>;

/** Starts canceling; the id makes a double click harmless. */
export const CancelRequest = z.strictObject({
  id: Uuid,
  reason: optional(lineText(500)),
  only: CancelScope,
});
export type CancelRequest = z.infer<typeof CancelRequest>;

/** The earlier run that this one sets back, or whose failures it retries. */
export const BulkOrigin = z.strictObject({ runId: Uuid, how: z.enum(['back', 'again']) });
export type BulkOrigin = z.infer<typeof BulkOrigin>;

/** Starts a run. The client makes the id: the same id with the same content is the same run. */
export const BulkRequest = z.strictObject({
  id: Uuid,
  reason: optional(lineText(500)),
  /** How the Entities were chosen, as text. */
  chosenBy: nameText(300),
  from: optional(BulkOrigin),
  change: BulkChange,
  items: z
    .array(
      z.strictObject({
        entityId: Uuid,
        /** The capacity in the configured unit; null unless capacities are changed. */
        capacity: optional(z.number().positive().max(CAPACITY_LIKELY_MAX)),
      }),
    )
    .min(1)
    .max(BULK_MAX),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

const Count = z.int().nonnegative();

/** Items that the server works through one by one, each with one request at most. */
export const Job = z.object({
  id: Uuid,
  change: JobChange,
  operatorName: z.string(),
  reason: z.string().nullable(),
  /** How Entities were chosen; null for Commands. */
  chosenBy: z.string().nullable(),
  from: BulkOrigin.nullable(),
  createdAt: Instant,
  /** `stopped`: by an operator; it can be resumed. */
  state: z.enum(['running', 'stopped', 'done']),
  finishedAt: Instant.nullable(),
  total: Count,
  counts: z.record(JobItemState, Count),
  /** Why it is paused, and until when; null if it is not paused. */
  pause: z.object({ until: Instant, message: z.string() }).nullable(),
});
export type Job = z.infer<typeof Job>;

/** The newest jobs. */
export const Jobs = z.object({ jobs: z.array(Job), more: z.boolean(), asOf: Instant });
export type Jobs = z.infer<typeof Jobs>;

export const JobDetail = z.object({ job: Job, asOf: Instant });
export type JobDetail = z.infer<typeof JobDetail>;

/** On or off, or a capacity; null: none is set. */
export const JobValue = z.union([z.boolean(), z.number()]).nullable();
export type JobValue = z.infer<typeof JobValue>;

/** A value that was read. */
export const JobReading = z.object({ value: JobValue, at: Instant });
export type JobReading = z.infer<typeof JobReading>;

/** The Service's answer: a value, the features that an Entity has instead, or the status of a Command. */
const FOUND = [
  z.object({ code: z.literal('value'), value: JobValue }),
  z.object({ code: z.literal('no-feature'), listed: z.array(z.string()) }),
  z.object({ code: z.literal('command'), status: z.string() }),
] as const;
const JobFound = z.discriminatedUnion('code', FOUND);
export type JobFound = z.infer<typeof JobFound>;

/** The result of a read: a value, the open Offboarding Request, or why it failed. */
const JobSeen = z.discriminatedUnion('code', [
  ...FOUND,
  z.object({ code: z.literal('request'), status: z.string().nullable() }),
  z.object({ code: z.literal('no-request') }),
  z.object({ code: z.literal('unread'), reason: FailureReason }),
]);
export type JobSeen = z.infer<typeof JobSeen>;

/**
 * Why it was unclear whether a change was made. `refused`: a cancellation, as the Command may have gone on; `stopped`:
 * the console stopped before the answer was stored.
 */
const JobDoubt = z.discriminatedUnion('code', [
  z.object({ code: z.literal('lost'), reason: FailureReason }),
  z.object({ code: z.literal('refused'), reason: FailureReason }),
  z.object({ code: z.literal('stopped') }),
  z.object({ code: z.literal('answered'), found: JobFound }),
]);
export type JobDoubt = z.infer<typeof JobDoubt>;

/** The cause of an item's result; the page makes the text. */
export const JobNote = z.discriminatedUnion('code', [
  /** `reading`: the read was refused, and nothing was sent. */
  z.object({ code: z.literal('refused'), reason: FailureReason, reading: z.boolean() }),
  /** Nothing was sent because of what was read. */
  z.object({ code: z.literal('not-sent'), seen: JobSeen }),
  /** A doubt, and the read that followed. */
  z.object({ code: z.literal('checked'), doubt: JobDoubt, seen: JobSeen }),
]);
export type JobNote = z.infer<typeof JobNote>;

export const JobItem = z.object({
  position: Count,
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  /** The Command to cancel; null for other changes. */
  commandId: Uuid.nullable(),
  triggerTime: Instant.nullable(),
  state: JobItemState,
  wanted: JobValue,
  /** Read before anything was sent; null if it was not read. */
  before: JobReading.nullable(),
  /** Read after an unclear answer. */
  after: JobReading.nullable(),
  /** The Offboarding Request that was made, or was open before; null for other changes. */
  requestId: Uuid.nullable(),
  note: JobNote.nullable(),
  /** When its state was stored. */
  at: Instant.nullable(),
});
export type JobItem = z.infer<typeof JobItem>;

/** Which items are listed: one state, or those that need attention. */
export const JobItemFilter = z.enum(JOB_ITEM_FILTERS);
export type JobItemFilter = z.infer<typeof JobItemFilter>;

/** Most rows of one page of items. */
export const JOB_PAGE_MAX = 1000;

export const JobItemQuery = z.strictObject({
  state: JobItemFilter.optional(),
  offset: z.coerce.number().int().min(0).max(BULK_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(JOB_PAGE_MAX).optional(),
});

export const JobItems = z.object({
  items: z.array(JobItem),
  /** Rows of all pages. */
  total: Count,
  asOf: Instant,
});
export type JobItems = z.infer<typeof JobItems>;

/** Selects Entities by the directory. */
export const BulkTargetsRequest = z.union([
  z.strictObject({ ids: z.array(Uuid).max(BULK_MAX) }),
  z.strictObject({ filter: EntityFilter }),
]);
export type BulkTargetsRequest = z.infer<typeof BulkTargetsRequest>;

export const BulkTarget = DirectoryEntity.pick({ id: true, name: true, type: true, brand: true });
export type BulkTarget = z.infer<typeof BulkTarget>;

export const BulkTargets = z.object({
  /** At most `BULK_MAX`. */
  entities: z.array(BulkTarget),
  /** Ids that the directory does not know. */
  unknown: z.array(Uuid),
  /** All matches, including those beyond the limit of one run. */
  total: Count,
  asOf: Instant,
});
export type BulkTargets = z.infer<typeof BulkTargets>;
