import { post } from '../route.ts';
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
 * What a dry run counts. Each Entity is in the first that applies, in this order. `wrong-type`: it takes none of
 * the Commands; `away`: the Service refuses it (now only), or it is being offboarded; `failed`: its last outcome of
 * these Commands was a failure, for a plan its last three; `open`: a Command is still open, or planned within the
 * guard's window; `can-act`: nothing known prevents it.
 */
export const DRY_RUN_COUNTS = [
  'wrong-type',
  'away',
  'failed',
  'open',
  'unknown-type',
  'can-act',
] as const;
export const DryRunCount = z.enum(DRY_RUN_COUNTS);
export type DryRunCount = z.infer<typeof DryRunCount>;

const Count = z.int().nonnegative();

/** The state that a dispatch would meet, as the console knows it now. */
export const DryRun = z.object({
  asOf: Instant,
  memberCount: Count,
  /** When the membership was last updated; null without members. */
  membersKnownAt: Instant.nullable(),
  /** All six, in their order; together they are the members. */
  counts: z.array(z.object({ kind: DryRunCount, count: Count })),
  /** Whether the Service's offboarding requests were ever read. */
  areOffboardingsKnown: z.boolean(),
  guard: GuardReport,
  /** Whether somebody else must approve it. */
  needsApproval: z.boolean(),
});
export type DryRun = z.infer<typeof DryRun>;

/** Requests the Entities behind one count of a dry run. */
export const DryRunListRequest = DispatchPlan.extend({
  count: DryRunCount,
  offset: Count.default(0),
  limit: z.int().min(1).max(1000).default(200),
});
export type DryRunListRequest = z.infer<typeof DryRunListRequest>;

export const DryRunList = z.object({
  total: Count,
  entities: z.array(
    z.object({
      id: Uuid,
      name: z.string().nullable(),
      type: z.string().nullable(),
      /** When the Command took effect that failed, or when the open one triggers; null: there is none. */
      at: Instant.nullable(),
      /** The batch of that Command, if this console sent it. */
      dispatchId: Uuid.nullable(),
    }),
  ),
});
export type DryRunList = z.infer<typeof DryRunList>;

/** Routes that predict a dispatch. */
export const DRY_RUN_ROUTES = {
  /** Reads only; a POST since the plan can be long. */
  dryRun: post('/api/console/dry-runs', { body: DispatchPlan, answer: DryRun }),
  dryRunList: post('/api/console/dry-runs/list', { body: DryRunListRequest, answer: DryRunList }),
};
