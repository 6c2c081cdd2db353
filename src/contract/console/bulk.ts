import { BULK_ITEM_FILTERS, BULK_ITEM_STATES } from './choices.ts';
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
 * The state of one Entity of a run. `sending`: its one change is in flight, or its effect is being read;
 * `done`: the Service has the wanted value; `unchanged`: it already had it, nothing was sent; `refused`: by
 * the Service; `unknown`: neither answer nor read shows it; `skipped`: nothing was sent, as the previous
 * value could not be read or there is no such feature.
 */
export const BulkItemState = z.enum(BULK_ITEM_STATES);
export type BulkItemState = z.infer<typeof BulkItemState>;

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

export const BulkRun = z.object({
  id: Uuid,
  change: BulkChange,
  operatorName: z.string(),
  reason: z.string().nullable(),
  chosenBy: z.string(),
  from: BulkOrigin.nullable(),
  createdAt: Instant,
  /** `stopped`: by an operator; it can be resumed. */
  state: z.enum(['running', 'stopped', 'done']),
  finishedAt: Instant.nullable(),
  total: Count,
  counts: z.record(BulkItemState, Count),
  /** Why it is paused, and until when; null if it is not paused. */
  pause: z.object({ until: Instant, message: z.string() }).nullable(),
});
export type BulkRun = z.infer<typeof BulkRun>;

/** The newest runs. */
export const BulkRuns = z.object({ runs: z.array(BulkRun), more: z.boolean(), asOf: Instant });
export type BulkRuns = z.infer<typeof BulkRuns>;

export const BulkRunDetail = z.object({ run: BulkRun, asOf: Instant });
export type BulkRunDetail = z.infer<typeof BulkRunDetail>;

/** On or off, or a capacity; null: none is set. */
const BulkValue = z.union([z.boolean(), z.number()]).nullable();
export type BulkValue = z.infer<typeof BulkValue>;

/** A value that was read. */
const BulkReading = z.object({ value: BulkValue, at: Instant });

/** The Service's answer about an Entity: a value, or the features that it has instead. */
const FOUND = [
  z.object({ code: z.literal('value'), value: BulkValue }),
  z.object({ code: z.literal('no-feature'), listed: z.array(z.string()) }),
] as const;
const BulkFound = z.discriminatedUnion('code', FOUND);
export type BulkFound = z.infer<typeof BulkFound>;

/** The result of a read: a value, the open Offboarding Request, or why it failed. */
const BulkSeen = z.discriminatedUnion('code', [
  ...FOUND,
  z.object({ code: z.literal('request'), status: z.string().nullable() }),
  z.object({ code: z.literal('no-request') }),
  z.object({ code: z.literal('unread'), reason: FailureReason }),
]);
export type BulkSeen = z.infer<typeof BulkSeen>;

/** Why it was unclear whether a change was made. `stopped`: the console stopped before the answer was stored. */
const BulkDoubt = z.discriminatedUnion('code', [
  z.object({ code: z.literal('lost'), reason: FailureReason }),
  z.object({ code: z.literal('stopped') }),
  z.object({ code: z.literal('answered'), found: BulkFound }),
]);
export type BulkDoubt = z.infer<typeof BulkDoubt>;

/** The cause of an item's result; the page makes the text. */
export const BulkNote = z.discriminatedUnion('code', [
  /** `reading`: the read was refused, and nothing was sent. */
  z.object({ code: z.literal('refused'), reason: FailureReason, reading: z.boolean() }),
  /** Nothing was sent because of the value read. */
  z.object({ code: z.literal('not-sent'), seen: BulkSeen }),
  /** A doubt, and the read that followed. */
  z.object({ code: z.literal('checked'), doubt: BulkDoubt, seen: BulkSeen }),
  /** The text that an earlier version stored. */
  z.object({ code: z.literal('kept'), message: z.string() }),
]);
export type BulkNote = z.infer<typeof BulkNote>;

export const BulkItem = z.object({
  position: Count,
  entityId: Uuid,
  entityName: z.string().nullable(),
  entityType: z.string().nullable(),
  state: BulkItemState,
  wanted: BulkValue,
  /** Read before anything was sent; null if it was not read. */
  before: BulkReading.nullable(),
  /** Read after an unclear answer. */
  after: BulkReading.nullable(),
  /** The Offboarding Request that was made, or was open before; null for other changes. */
  requestId: Uuid.nullable(),
  note: BulkNote.nullable(),
  /** When its state was stored. */
  at: Instant.nullable(),
});
export type BulkItem = z.infer<typeof BulkItem>;

/** Which items are listed: one state, or those that need attention. */
export const BulkItemFilter = z.enum(BULK_ITEM_FILTERS);
export type BulkItemFilter = z.infer<typeof BulkItemFilter>;

/** Most rows of one page of items. */
export const BULK_PAGE_MAX = 1000;

export const BulkItemQuery = z.strictObject({
  state: BulkItemFilter.optional(),
  offset: z.coerce.number().int().min(0).max(BULK_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(BULK_PAGE_MAX).optional(),
});

export const BulkItems = z.object({
  items: z.array(BulkItem),
  /** Rows of all pages. */
  total: Count,
  asOf: Instant,
});
export type BulkItems = z.infer<typeof BulkItems>;

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
