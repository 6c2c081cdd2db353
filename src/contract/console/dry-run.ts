import { POST } from './route-parts.ts';
import { z } from '../zod.ts';
import { CommandRequest, ScheduledCommandRequest } from '../command.ts';
import { Instant, Uuid } from '../primitives.ts';
import { SCHEDULE_ROWS_MAX } from './dispatch.ts';
import { GuardReport } from './guard.ts';

/** A dispatch to be simulated by a dry run. Nothing of it is sent. */
export const DispatchPlan = z.strictObject({
  collectiveId: Uuid,
  kind: z.enum(['now', 'schedule']),
  items: z
    .array(ScheduledCommandRequest.extend(CommandRequest.shape))
    .min(1)
    .max(SCHEDULE_ROWS_MAX),
});
export type DispatchPlan = z.infer<typeof DispatchPlan>;

/**
 * Why an Entity may not act, or may not show that it did, as far as the store knows. `failing`: the last
 * three outcomes of this Command failed; `likely`: the last one did; `refused`: by the Service; `offline`,
 * `unplugged`: its device's last report; `silent`: it charged before, but was not seen for two weeks;
 * `features-off`, `capture-off`: by the last read; `nothing-known`: no basis to expect anything.
 */
export const FORECAST_CAUSES = [
  'failing',
  'likely',
  'refused',
  'offline',
  'unplugged',
  'silent',
  'features-off',
  'capture-off',
  'nothing-known',
] as const;
export type ForecastCause = (typeof FORECAST_CAUSES)[number];

/**
 * Groups of Entities that a dry run counts. `pending`: a Command is still open; `just-finished`: one
 * ended within the guard's window; `opposite`: the last one was the opposite; `offboarding`: a request is
 * Pending; `wrong-type`: does not accept the Command.
 */
export const DRY_RUN_GROUPS = [
  'pending',
  'just-finished',
  'opposite',
  ...FORECAST_CAUSES,
  'offboarding',
  'wrong-type',
  'unknown-type',
] as const;
export const DryRunGroupKind = z.enum(DRY_RUN_GROUPS);
export type DryRunGroupKind = z.infer<typeof DryRunGroupKind>;

const Count = z.int().nonnegative();

/** Why an Entity is in a group. Data only: the browser makes the text in the operator's zone. */
export const DryRunNote = z.object({
  /** Types of the Commands concerned. */
  types: z.array(z.string()),
  /** Value and derived status of the Command, if there is exactly one. */
  value: z.string().nullable(),
  verdict: z.string().nullable(),
  /** Number of Commands concerned; for outcomes, the failed ones. */
  count: Count,
  /** How many of the newest outcomes were considered; 0: it rests on something else. */
  of: Count,
  /** When it triggers, or was seen to end; of several the earliest or the last. For a state: since when. */
  at: Instant.nullable(),
  /** Why it failed, as the device or the Service reported; null: not reported. */
  reason: z.string().nullable(),
  /** Whether another system sent it. */
  others: z.boolean(),
  /** The status by which the Service refuses the Entity; null: it does not. */
  refused: z.int().nullable(),
  /** Names of features that are off. */
  features: z.array(z.string()),
});
export type DryRunNote = z.infer<typeof DryRunNote>;

const DryRunEntity = z.object({
  id: Uuid,
  name: z.string().nullable(),
  type: z.string().nullable(),
  note: DryRunNote,
  /** The batch of the note, if known. */
  dispatchId: Uuid.nullable(),
  /** When this was observed; null: the note has the time. */
  seenAt: Instant.nullable(),
  /** When it was last read, if that read is stale. */
  staleAt: Instant.nullable(),
});

export const DryRunGroup = z.object({
  kind: DryRunGroupKind,
  /** Null if it could not be determined; `problem` says why. */
  count: Count.nullable(),
  /** Time of the oldest data behind the count; null: the fields below have the times. */
  oldestSeenAt: Instant.nullable(),
  /** Times of the newest and the oldest outcome or state behind the count. */
  newestAt: Instant.nullable(),
  oldestAt: Instant.nullable(),
  /** Entities with a stale read, and the oldest of these reads. */
  stale: z.object({ count: Count, oldestAt: Instant }).nullable(),
  problem: z.string().nullable(),
  /** What it means for its Entities: expected to fail, unclear, not known, or nothing. */
  effect: z.enum(['fails', 'unclear', 'unknown', 'none']),
});
export type DryRunGroup = z.infer<typeof DryRunGroup>;

/** The state that a dispatch would meet, as the console knows it now. */
export const DryRun = z.object({
  asOf: Instant,
  memberCount: Count,
  /** When the membership was last updated; null without members. */
  membersKnownAt: Instant.nullable(),
  /** The effect as a sentence, for each Command type of the plan. */
  consequences: z.array(
    z.object({
      type: z.string(),
      takers: Count,
      sentences: z.array(
        z.object({ kind: z.enum(['takes', 'fails', 'unknown']), text: z.string() }),
      ),
    }),
  ),
  groups: z.array(DryRunGroup),
  /**
   * Each Entity once, by its expected result, since groups overlap. Failing Entities are not counted as
   * unclear; `unknown` are those of which nothing is known.
   */
  outlook: z.object({ acts: Count, unclear: Count, fails: Count, unknown: Count }),
  guard: GuardReport.extend({ windowMinutes: z.number() }),
});
export type DryRun = z.infer<typeof DryRun>;

/** Requests the Entities behind one count of a dry run. */
export const DryRunListRequest = DispatchPlan.extend({
  group: DryRunGroupKind,
  offset: Count.default(0),
  limit: z.int().min(1).max(1000).default(200),
});
export type DryRunListRequest = z.infer<typeof DryRunListRequest>;

export const DryRunList = z.object({
  total: Count,
  entities: z.array(DryRunEntity),
  asOf: Instant,
});
export type DryRunList = z.infer<typeof DryRunList>;

/** Routes that predict a dispatch. */
export const DRY_RUN_ROUTES = {
  /** Reads only; a POST since the plan can be long. */
  dryRun: { ...POST, path: '/api/console/dry-runs', body: DispatchPlan, answer: DryRun },
  dryRunList: {
    ...POST,
    path: '/api/console/dry-runs/list',
    body: DryRunListRequest,
    answer: DryRunList,
  },
} as const;
